import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accepts } from './accepts.ts'
import type { Users } from './mosquitto.ts'
import { eventually, freePort } from './product.ts'

/** The settings that docs/operate.md asks operators for. */
const configuration = (port: number, folder: string): string => `
listeners.tcp = none
load_definitions = ${join(folder, 'definitions.json')}
mqtt.listeners.tcp.1 = 127.0.0.1:${port}
mqtt.allow_anonymous = false
mqtt.prefetch = 2000
mqtt.subscription_ttl = infinity
`

/** Of what users may do at all: the server, and a key. RabbitMQ names a session's queue by the client. */
const permissionsOf = (user: string) =>
  user === 'mimamori'
    ? {
        configure: '^mqtt-subscription-mimamori',
        write: '^(amq\\.topic|mqtt-subscription-mimamori.*)$',
        read: '^(amq\\.topic|mqtt-subscription-mimamori.*)$',
      }
    : {
        configure: '^mqtt-subscription-(?!mimamori)',
        write: '^(amq\\.topic|mqtt-subscription-(?!mimamori).*)$',
        read: '^(amq\\.topic|mqtt-subscription-(?!mimamori).*)$',
      }

/** Of the topics that they may publish and subscribe to. */
const topicsOf = (user: string) =>
  user === 'mimamori'
    ? {
        write: '^mimamori\\.v1\\.([^.]+\\.(rejected|signal|downlink\\..+)|server)$',
        read: '^mimamori\\.v1\\.([^.]+\\.(readings|downlink-ack)|server)$',
      }
    : {
        write: '^mimamori\\.v1\\.{username}\\.(readings|downlink-ack)$',
        read: '^mimamori\\.v1\\.({username}\\.(rejected|signal|downlink\\..+)|server)$',
      }

const hashOf = (password: string): string => {
  const salt = randomBytes(4)
  return Buffer.concat([salt, createHash('sha256').update(salt).update(password).digest()]).toString('base64')
}

const definitions = (users: Users): string => {
  const names = Object.keys(users)
  return JSON.stringify({
    vhosts: [{ name: '/' }],
    users: names.map((name) => ({
      name,
      password_hash: hashOf(users[name] ?? ''),
      hashing_algorithm: 'rabbit_password_hashing_sha256',
      tags: [],
    })),
    permissions: names.map((user) => ({ user, vhost: '/', ...permissionsOf(user) })),
    topic_permissions: names.map((user) => ({ user, vhost: '/', exchange: 'amq.topic', ...topicsOf(user) })),
  })
}

/** Erlang needs half a minute for a start on a busy machine. */
const patienceMs = 120_000

/** A real RabbitMQ with its MQTT plugin, in processes of its own, under a node's name and with a folder of its own. */
export class RabbitMq {
  readonly url: string
  readonly #port: number
  readonly #env: Record<string, string | undefined>
  #child: ChildProcess | undefined

  private constructor(port: number, env: Record<string, string | undefined>) {
    this.#port = port
    this.#env = env
    this.url = `mqtt://127.0.0.1:${port}`
    process.once('exit', () => this.#child?.kill('SIGTERM'))
  }

  static async in(folder: string, users: Users): Promise<RabbitMq> {
    const [port, between, register] = [await freePort(), await freePort(), await freePort()]
    writeFileSync(join(folder, 'rabbitmq.conf'), configuration(port, folder))
    writeFileSync(join(folder, 'definitions.json'), definitions(users))
    writeFileSync(join(folder, 'plugins'), '[rabbitmq_mqtt].')
    return new RabbitMq(port, {
      PATH: process.env['PATH'],
      HOME: folder,
      RABBITMQ_NODENAME: `mimamori-${port}@localhost`,
      RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
      RABBITMQ_CONF_ENV_FILE: '/dev/null',
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
      RABBITMQ_DIST_PORT: String(between),
      ERL_EPMD_PORT: String(register),
      ERL_EPMD_ADDRESS: '127.0.0.1',
    })
  }

  async start(): Promise<void> {
    const command = process.env['RABBITMQ_PATH'] ?? '/usr/lib/rabbitmq/bin/rabbitmq-server'
    this.#child = spawn(command, { stdio: 'ignore', env: this.#env })
    await eventually(() => accepts(this.#port), 'RabbitMQ listens', patienceMs)
  }

  /** Ends it as the system's service manager does. */
  async stop(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    // The register of names outlives its nodes otherwise.
    execFileSync('epmd', ['-kill'], { stdio: 'ignore', env: this.#env })
  }
}
