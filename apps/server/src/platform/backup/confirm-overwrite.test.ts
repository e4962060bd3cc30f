import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { confirmOverwrite } from './confirm-overwrite.ts'

const file = '/var/backups/mimamori/today.backup'

/** A terminal at which somebody types that line; with null they end the input. */
const terminal = (line: string | null, isTTY = true) => {
  const input = Object.assign(new PassThrough(), { isTTY })
  if (line === null) input.end()
  else input.write(`${line}\n`)
  return { input, output: new PassThrough() }
}

test.each(['yes', 'y', 'はい'])('a file is replaced where the operator says %s', async (answer) => {
  await expect(confirmOverwrite(file, true, terminal(answer))).resolves.toBeUndefined()
})

test.each(['no', '', 'x', null])('a file is not replaced where the operator says %j', async (answer) => {
  await expect(confirmOverwrite(file, true, terminal(answer))).rejects.toThrow('Not replaced')
})

test('without a terminal a file is not replaced, and the way to do it is named', async () => {
  await expect(confirmOverwrite(file, true, terminal('yes', false))).rejects.toThrow('--overwrite')
})

test('of a new name nobody is asked', async () => {
  await expect(confirmOverwrite('other', false, terminal(null, false))).resolves.toBeUndefined()
})
