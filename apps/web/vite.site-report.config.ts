import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './compressed.ts'
import { offlinePage } from './offline-page.ts'

/** The page behind a poster, built by itself after the console: a phone at a site loads nothing of the console for it. */
export default defineConfig({
  plugins: [react(), offlinePage(), compressed()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: { input: join(import.meta.dirname, 'site-report.html') },
  },
})
