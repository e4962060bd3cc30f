import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['API_URL'] ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': server } },
  build: { outDir: 'dist', target: 'es2022', sourcemap: true },
})
