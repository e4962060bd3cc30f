import { expect, test } from 'vitest'
import { linkOf } from './pass.ts'

test.each([
  ['#0a1b.c2Vj-_ret', '0a1b.c2Vj-_ret'],
  ['', undefined],
  ['#', undefined],
  ['#main', undefined],
  ['#a.b.c', undefined],
])('%s holds the link %s', (hash, link) => expect(linkOf(hash)).toBe(link))
