import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import type { DownlinkMessage } from '@mimamori/contract'
import type { Db } from '../../src/platform/context.ts'
import { makeDevice, makeIngestKey, makeOffice } from '../../src/shared/organisation/test-factories.ts'
import { eventually } from './product.ts'

type Key = { readonly keyId: string; readonly secret: string }

/** A site with terminals that receive commands. */
export const makeDownlinkSite = async (db: Db, mark: string, terminals: number) => {
  const office = await makeOffice(db, { base_code: `L-${mark}` })
  const serials = Array.from({ length: terminals }, (_, number) => `${mark}-${number}`)
  for (const serial of serials) await makeDevice(db, 'belt', office.office_id, { serial })
  return { officeId: office.office_id, key: await makeIngestKey(db, office.office_id), serials }
}

/** Signs in as the first administrator of a running product; saves a terminal's setting and insists until it is saved. */
export const settingSaver = async (url: string, password: string) => {
  const json = { 'content-type': 'application/json' }
  const login = async () => {
    const answer = await fetch(`${url}/api/Authenticate/Login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: 'admin', password }),
    })
    return answer.ok && ((await answer.json()) as { token: string }).token
  }
  const token = await eventually(login, 'the administrator is let in')
  return (address: string, serial: string, setting: object) =>
    eventually(async () => {
      const headers = { ...json, authorization: `Bearer ${token}` }
      return (
        await fetch(`${address}/api/SmartSafetyBeltSetting`, {
          method: 'PUT',
          headers,
          body: JSON.stringify({ smartSafetyBeltId: serial, ...setting }),
        })
      ).ok
    }, `the setting of ${serial} is saved`)
}

/** How a terminal answers: not at all, or by what it did. */
export type Temper = (command: DownlinkMessage) => { readonly state: 'acknowledged' | 'failed'; readonly error?: string } | undefined

/**
 * A terminal that connects again by itself, does each command once, in the order of their numbers, and answers every
 * time it receives one.
 */
export const openTerminal = (url: string, { keyId, secret }: Key, serial: string, options: IClientOptions = {}) => {
  const client: MqttClient = connect(url, {
    username: keyId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 100,
    connectTimeout: 5_000,
    reconnectOnConnackError: true,
    ...options,
  })
  const doings: DownlinkMessage[] = []
  const heard: number[] = []
  const held: Record<string, unknown> = {}
  let temper: Temper = () => ({ state: 'acknowledged' })
  client.on('error', () => undefined)
  client.on('connect', () => client.subscribe(`mimamori/v1/${keyId}/downlink/${serial}`, { qos: 1 }))
  client.on('message', (_, payload) => {
    const command = JSON.parse(payload.toString()) as DownlinkMessage
    heard.push(command.id)
    if (command.id > (doings.at(-1)?.id ?? 0)) {
      doings.push(command)
      Object.assign(held, command.payload)
    }
    const answer = temper(command)
    if (answer !== undefined) client.publish(`mimamori/v1/${keyId}/downlink-ack`, JSON.stringify({ id: command.id, ...answer }), { qos: 1 })
  })
  return {
    client,
    /** Commands carried out, in order. */
    doings,
    /** Numbers of all that came, repetitions included. */
    heard,
    /** Its current values, as far as it received them. */
    held,
    setTemper: (next: Temper) => {
      temper = next
    },
    close: () => client.endAsync(true),
  }
}
