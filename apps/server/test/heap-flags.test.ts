import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { heapFlags } from './heap-flags.ts'

test('tests and benchmarks run the server with the heap that it is started with', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  for (const name of ['start', 'demo']) expect(scripts[name]).toContain(`node ${heapFlags.join(' ')} apps/server/src/`)
})
