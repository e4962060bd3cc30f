import { expect, it } from 'vitest'
import { makeBuild } from './builds.ts'

it('says how a clone without history gets the commit that it lacks', async () => {
  const commit = '0'.repeat(40)
  await expect(makeBuild('/nowhere', commit)).rejects.toThrow(`git fetch --depth 1 origin ${commit}`)
})
