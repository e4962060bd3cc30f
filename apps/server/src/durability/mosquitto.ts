import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { eventually } from './product.ts'

/**
 * What the README tells operators to set, but for access: nothing that was acknowledged to a sender may be thrown away
 * because the server is behind or away.
 */
const configuration = (port: number, folder: string): string => `
listener ${port} 127.0.0.1
allow_anonymous true
user root
persistence true
persistence_location ${folder}/
autosave_interval 1
autosave_on_changes true
max_queued_messages 0
max_queued_bytes 0
max_inflight_messages 1000
queue_qos0_messages false
`

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** A real Mosquitto in a process of its own. */
export class Mosquitto {
  readonly url: string
  readonly #port: number
  readonly #file: string
  #child: ChildProcess | undefined

  constructor(port: number, folder: string) {
    this.#port = port
    this.url = `mqtt://127.0.0.1:${port}`
    this.#file = join(folder, 'mosquitto.conf')
    writeFileSync(this.#file, configuration(port, folder))
  }

  async start(): Promise<void> {
    this.#child = spawn(process.env['MOSQUITTO_PATH'] ?? '/usr/sbin/mosquitto', ['-c', this.#file], { stdio: 'ignore' })
    await eventually(() => accepts(this.#port), 'Mosquitto listens')
  }

  /** Ends it as the system's service manager does. */
  async stop(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}
