import { expect, onTestFinished, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { readConfig } from '../../platform/config/config.ts'
import { testConfig } from '../../platform/test-context.ts'
import { createTestApp } from '../../test-app.ts'

const productWith = async (environment: NodeJS.ProcessEnv) => {
  const { tileUrl, tileAttribution } = readConfig(environment)
  const product = await createTestApp({ config: testConfig({ tileUrl, tileAttribution }) })
  onTestFinished(() => product.close())
  const { people } = await makeTenants(product.context.db)
  const answer = await product.ask('GET', '/api/Map/Tiles', { headers: await product.as(people.base) })
  const { headers } = await product.ask('GET', '/home')
  return { tiles: answer.body, policy: String(headers['content-security-policy']) }
}

test("the console gets the address of the operator's tiles, and may load them", async () => {
  const { tiles, policy } = await productWith({
    TILE_URL: 'https://tiles.example:8443/{z}/{x}/{y}.png',
    TILE_ATTRIBUTION: '自社の地図 https://tiles.example/about',
  })
  expect(tiles).toEqual({
    url: 'https://tiles.example:8443/{z}/{x}/{y}.png',
    attribution: { text: '自社の地図', url: 'https://tiles.example/about' },
  })
  expect(policy).toContain('https://tiles.example:8443')
})

test('without tiles nothing outside may be loaded', async () => {
  const { tiles, policy } = await productWith({ TILE_URL: 'none' })
  expect(tiles).toMatchObject({ url: null })
  expect(policy).not.toContain('https:')
})
