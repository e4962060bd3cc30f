import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accepts } from './accepts.ts'
import { eventually } from './product.ts'

/**
 * The settings that docs/operate.md asks operators for: nothing that was acknowledged to a sender may be thrown away because the
 * server is behind or away.
 */
const configuration = (port: number, folder: string, access: string): string => `
listener ${port} 127.0.0.1
user root
${access}
persistence true
persistence_location ${folder}/
autosave_on_changes true
autosave_interval 1
max_queued_messages 0
max_queued_bytes 0
max_inflight_messages 2000
message_size_limit 16000000
`

/** The access list of docs/operate.md: the server reads what everybody sends, and everybody sends and hears as themselves. */
const accessList = `
user mimamori
topic read mimamori/v1/+/readings
topic read mimamori/v1/+/downlink-ack
topic write mimamori/v1/+/rejected
topic write mimamori/v1/+/downlink/+
topic write mimamori/v1/+/signal
topic readwrite mimamori/v1/server

pattern write mimamori/v1/%u/readings
pattern write mimamori/v1/%u/downlink-ack
pattern read mimamori/v1/%u/rejected
pattern read mimamori/v1/%u/downlink/+
pattern read mimamori/v1/%u/signal
pattern read mimamori/v1/server
`

/** Passwords by user name; anyone who is not there is not let in. */
export type Users = Readonly<Record<string, string>>

const accessOf = (folder: string, users: Users | undefined): string => {
  if (users === undefined) return 'allow_anonymous true'
  const [passwords, list] = [join(folder, 'passwords'), join(folder, 'access')]
  writeFileSync(list, accessList)
  writeFileSync(
    passwords,
    Object.entries(users)
      .map(([name, password]) => `${name}:${password}\n`)
      .join(''),
  )
  // Replaces the passwords in the file by their hashes.
  execFileSync('mosquitto_passwd', ['-U', passwords])
  return `allow_anonymous false\npassword_file ${passwords}\nacl_file ${list}`
}

/** A real Mosquitto in a process of its own. */
export class Mosquitto {
  readonly url: string
  readonly #port: number
  readonly #file: string
  #child: ChildProcess | undefined

  constructor(port: number, folder: string, users?: Users) {
    this.#port = port
    this.url = `mqtt://127.0.0.1:${port}`
    this.#file = join(folder, 'mosquitto.conf')
    process.once('exit', () => this.#child?.kill('SIGKILL'))
    writeFileSync(this.#file, configuration(port, folder, accessOf(folder, users)))
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
