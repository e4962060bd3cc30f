import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { webhookBodies, webhookTypes } from '@mimamori/contract'
import { afterEach, expect, test } from 'vitest'
import { signedRequest } from '../src/features/channel/webhook/signed-request.ts'
import { newSigningSecret } from '../src/features/channel/webhook/signing-secret.ts'
import { freePort } from '../src/platform/test-port.ts'
import { blocksOf } from './send-readings-page.ts'

const page = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
const examples = blocksOf(page, 'json').map((block) => JSON.parse(block) as { type: (typeof webhookTypes)[number] })

test('the page shows each event as the contract has it', () => {
  expect(examples.map(({ type }) => type).toSorted()).toEqual(webhookTypes.toSorted())
  for (const example of examples) {
    expect(webhookBodies[example.type].meta()?.examples).toEqual([example])
    expect(page).toContain(`### ${example.type}\n`)
  }
})

let receiver: ChildProcess | undefined
afterEach(() => receiver?.kill())

test('its receiver takes what is signed with its secret, handles each event once, and refuses all else', async () => {
  const [secret, port] = [newSigningSecret(), await freePort()]
  receiver = spawn(process.execPath, ['--input-type=module', '--eval', blocksOf(page, 'js')[0] ?? ''], {
    cwd: join(import.meta.dirname, '..'),
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  receiver.stdout?.on('data', (part: Buffer) => (printed += part.toString()))
  const post = async (secrets: readonly string[], webhookId: string, now = new Date()) => {
    const request = signedRequest({ url: `http://127.0.0.1:${port}/`, webhookId, body: JSON.stringify(examples[0]), secrets, now })
    return (await fetch(request.url, { method: 'POST', headers: request.headers, body: request.body })).status
  }
  await expect.poll(() => post([secret], 'evt_1').catch(() => 0), { timeout: 60_000 }).toBe(204)
  expect(await post([newSigningSecret(), secret], 'evt_1')).toBe(204)
  expect(await post([secret], 'evt_2')).toBe(204)
  expect(await post([newSigningSecret()], 'evt_3')).toBe(401)
  expect(await post([secret], 'evt_4', new Date(Date.now() - 600_000))).toBe(401)
  await expect.poll(() => printed).toBe('alert.opened 東京第一現場 2\nalert.opened 東京第一現場 2\n')
})
