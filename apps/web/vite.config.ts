import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkNames } from './chunks.ts'
import { compressed } from './compressed.ts'
import { japanOutline } from './japan-outline.ts'
import manifest from '../../package.json' with { type: 'json' }

const server = process.env['API_URL'] ?? 'http://localhost:8080'

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
