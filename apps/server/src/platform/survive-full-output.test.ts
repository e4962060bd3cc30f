import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const here = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)

const script = `
  import { surviveFullOutput } from ${here('survive-full-output.ts')}
  import { createLog } from ${here('log.ts')}
  surviveFullOutput()
  const log = createLog('info')
  for (let n = 0; n < 2_000; n++) {
    log.info({ n }, 'a line '.repeat(100))
    if (n % 100 === 0) {
      process.stdout.write('a line\\n')
      await new Promise(setImmediate)
    }
  }
  process.send('lives')
  process.disconnect()`

test('a process lives on where all that it prints goes to a full disk', async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', full, full, 'ipc'] })
  closeSync(full)
  const printed: unknown[] = []
  child.on('message', (words) => printed.push(words))
  expect(await once(child, 'exit')).toEqual([0, null])
  // A message may be read after the end of its sender is known.
  await expect.poll(() => printed).toEqual(['lives'])
})
