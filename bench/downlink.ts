import type { DownlinkMessage } from '@mimamori/contract'
import { connectAsync } from 'mqtt'
import { signIn } from './console.ts'
import type { Crowd } from './fill.ts'
import type { Product } from './product.ts'

/**
 * Milliseconds from the answer to a save of a terminal's setting until the connected terminal has it, of so many saves one
 * after another; nothing where the terminal had it before the answer.
 */
export const settingLatencies = async (product: Product, crowd: Crowd, saves: number): Promise<number[]> => {
  const serial = 'BENCH-BELT'
  await product.pool.query(`insert into device (company_id, office_id, kind, type, serial) values ($1, $2, 'belt', 2, $3)`, [
    crowd.companyId,
    crowd.officeId,
    serial,
  ])
  const headers = { ...(await signIn(product)), 'content-type': 'application/json' }
  const terminal = await connectAsync(`mqtt://127.0.0.1:${product.mqttPort}`, {
    username: crowd.keyId,
    password: crowd.secret,
    reconnectPeriod: 0,
  })
  await terminal.subscribeAsync(`mimamori/v1/${crowd.keyId}/downlink/${serial}`, { qos: 1 })
  const latencies: number[] = []
  for (let save = 1; save <= saves; save++) {
    const arrived = new Promise<{ at: number; command: DownlinkMessage }>((resolve) =>
      terminal.once('message', (_, payload) =>
        resolve({ at: performance.now(), command: JSON.parse(payload.toString()) as DownlinkMessage }),
      ),
    )
    const answer = await fetch(`${product.url}/api/SmartSafetyBeltSetting`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ smartSafetyBeltId: serial, onWaitingTime: save }),
    })
    await answer.text()
    if (!answer.ok) throw new Error(`the setting was not saved: ${answer.status}`)
    const saved = performance.now()
    const { at, command } = await arrived
    latencies.push(Math.max(0, at - saved))
    await terminal.publishAsync(`mimamori/v1/${crowd.keyId}/downlink-ack`, JSON.stringify({ id: command.id, state: 'acknowledged' }), {
      qos: 1,
    })
  }
  await terminal.endAsync()
  return latencies
}
