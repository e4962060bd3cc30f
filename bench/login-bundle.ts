import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { launchOptions } from '../e2e/chromium.ts'
import type { Product } from './product.ts'

const assets = fileURLToPath(new URL('../apps/web/dist/assets', import.meta.url))

/** KB of JavaScript, gzipped, that a browser asks for to show the login page. */
export const loginPageKb = async (product: Product): Promise<number> => {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage()
    const requested = new Set<string>()
    page.on('response', (response) => {
      const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
      if (name.endsWith('.js')) requested.add(name)
    })
    await page.goto(`${product.url}/login`, { waitUntil: 'networkidle' })
    const files = await readdir(assets)
    const sizes = await Promise.all(
      files.filter((name) => requested.has(name)).map(async (name) => gzipSync(await readFile(join(assets, name))).length),
    )
    return sizes.reduce((sum, size) => sum + size, 0) / 1_024
  } finally {
    await browser.close()
  }
}
