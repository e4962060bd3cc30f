import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that npm does not bring: where it may be installed, and the variable that gives its path. */
export type Tool = {
  readonly name: string
  readonly variable: string
  readonly commands: readonly string[]
  readonly places: readonly string[]
  readonly debianPackage: string
}

export const chromium: Tool = {
  name: 'Chromium',
  variable: 'CHROMIUM_PATH',
  commands: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  places: ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  debianPackage: 'chromium',
}

/** Chromium without windows: pages behave as in Chromium, for less time. Where a machine has none, Chromium does its work. */
export const headlessShell: Tool = {
  name: 'the headless shell of Chromium',
  variable: 'HEADLESS_SHELL_PATH',
  commands: ['chromium-headless-shell'],
  places: [],
  debianPackage: 'chromium-headless-shell',
}

export const mosquitto: Tool = {
  name: 'Mosquitto',
  variable: 'MOSQUITTO_PATH',
  commands: ['mosquitto'],
  // Debian puts it where only root's PATH looks.
  places: ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'],
  debianPackage: 'mosquitto',
}

export const prometheus: Tool = {
  name: 'Prometheus',
  variable: 'PROMETHEUS_PATH',
  commands: ['prometheus'],
  places: [],
  debianPackage: 'prometheus',
}

/** Checks configuration and rules of Prometheus, and comes with it. */
export const promtool: Tool = {
  name: 'promtool',
  variable: 'PROMTOOL_PATH',
  commands: ['promtool'],
  places: [],
  debianPackage: 'prometheus',
}

/** Checks the configuration of Alertmanager, and comes with that. */
export const amtool: Tool = {
  name: 'amtool',
  variable: 'AMTOOL_PATH',
  commands: ['amtool'],
  places: [],
  debianPackage: 'prometheus-alertmanager',
}

/** Only the long tests need it. */
export const rabbitMq: Tool = {
  name: 'RabbitMQ',
  variable: 'RABBITMQ_PATH',
  // Debian's command of this name changes to another user and folder first.
  commands: [],
  places: ['/usr/lib/rabbitmq/bin/rabbitmq-server', '/opt/homebrew/sbin/rabbitmq-server'],
  debianPackage: 'rabbitmq-server',
}

const runs = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a tool; undefined where this machine has none. */
export const findTool = (tool: Tool): string | undefined => {
  const named = process.env[tool.variable]
  if (named !== undefined && named !== '') return runs(named) ? named : undefined
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => tool.commands.map((command) => join(folder, command)))
  return [...onPath, ...tool.places].find(runs)
}
