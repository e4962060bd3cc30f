import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clusterTests, notOnCluster } from './cluster-tests.ts'
import { root } from './steps.ts'

// Vitest takes what it is given as the beginning of a path, and says nothing of one that none begins with.
it.each([...clusterTests, ...Object.keys(notOnCluster)])('%s, which is for the cluster, is there', (path) => {
  expect(globSync(path.endsWith('.test.ts') ? path : `${path}*`, { cwd: root })).not.toEqual([])
})
