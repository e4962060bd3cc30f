import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkNames } from './chunks.ts'
import { japanOutline } from './japan-outline.ts'
import manifest from '../../package.json' with { type: 'json' }

const server = process.env['API_URL'] ?? 'http://localhost:8080'

const compressedKinds = /\.(?:js|css|html|svg|wasm)$/
const leastBytes = 1_024
// Level 11 takes ten times as long for some 3 % less.
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Writes a gzip and a Brotli copy beside each file, which the server hands out as they are: nobody waits while it compresses. */
const compressed = (): Plugin => {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir)
    },
    closeBundle: async () => {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!compressedKinds.test(name)) continue
        const path = join(folder, name)
        const bytes = await readFile(path)
        if (bytes.length < leastBytes) continue
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes))
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotliQuality))
      }
    },
  }
}

const source = (path: string) => join(import.meta.dirname, 'src', path)
const nameOfChunk = chunkNames({
  entry: source('main.tsx'),
  login: source('session/login-screen.tsx'),
  frame: source('shell/frame.tsx'),
})

export default defineConfig({
  plugins: [react(), japanOutline(), compressed()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  server: { proxy: { '/api': server } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: nameOfChunk, debugName: 'chunkNames' }] } } },
  },
})
