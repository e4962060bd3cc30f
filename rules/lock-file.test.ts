import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boundRooms, type LockFile, missingFromLock } from './lock-file.ts'
import { root } from './tree.ts'

const lockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile

describe('the lock file', () => {
  it('is whole for every platform, so that npm ci takes it', () => expect(missingFromLock(lockFile)).toEqual([]))

  it('takes the rooms of the repository in any version, so that npm never asks a registry for them', () =>
    expect(boundRooms(lockFile)).toEqual([]))

  it('is noticed to ask for a version of a room', () => {
    const web = { dependencies: { '@mimamori/heat': '^0.2.0', '@mimamori/texts': '*', 'react-router': '^8.0.0' } }
    expect(boundRooms({ packages: { 'apps/web': web } })).toEqual(['apps/web asks for @mimamori/heat ^0.2.0: write "*"'])
  })

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
