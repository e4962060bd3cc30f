import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type LockFile, missingFromLock } from './lock-file.ts'
import { root } from './tree.ts'

describe('the lock file', () => {
  it('is whole for every platform, so that npm ci takes it', () =>
    expect(missingFromLock(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile)).toEqual([]))

  it('is noticed to lack a platform', () => {
    const tool = { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-mac': '1.0.0' } }
    expect(missingFromLock({ packages: { '': {}, 'node_modules/tool': tool, 'node_modules/tool-linux': {} } })).toEqual([
      'node_modules/tool lacks tool-mac',
    ])
    expect(
      missingFromLock({ packages: { 'apps/web': tool, 'node_modules/tool-linux': {}, 'apps/web/node_modules/tool-mac': {} } }),
    ).toEqual([])
  })
})
