import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOfPage, missingImports } from './snippets.ts'
import { readTree, root } from './tree.ts'

it('the page on adding a screen imports what the project exports', () => {
  const written = filesOfPage(readFileSync(join(root, 'docs/add-a-screen.md'), 'utf8'))
  expect(written.length).toBeGreaterThan(4)
  expect(missingImports(written, readTree())).toEqual([])
})

it('a name that is gone is noticed', () => {
  const page = [
    "`a/b.ts`:\n\n```ts\nimport { type Kept, gone } from '../c.ts'\nimport { z } from 'zod'\n```\n",
    "`a/d.ts`:\n\n```ts\nimport { labels } from '@mimamori/contract'\n```\n",
  ].join('\n')
  const files = [{ path: 'c.ts', text: 'export type Kept = string\n' }]
  expect(missingImports(filesOfPage(page), files)).toEqual(['a/b.ts: gone', 'a/d.ts: labels'])
})
