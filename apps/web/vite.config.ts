import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunks.ts'
import { consoleShell } from './console-shell.ts'
import { compressed } from './compressed.ts'
import { consoleTexts } from './console-texts.ts'
import { earlyScript } from './early-script.ts'
import { japanOutline } from './japan-outline.ts'
import { leanContract } from './lean-contract.ts'
import manifest from '../../package.json' with { type: 'json' }

const server = process.env['API_URL'] ?? 'http://localhost:8080'

const source = (path: string) => join(import.meta.dirname, 'src', path)
const sources = (...paths: readonly string[]) => paths.map(source)
const ofAntd = (...paths: readonly string[]) => paths.map((path) => fileURLToPath(import.meta.resolve(`antd/es/${path}`)))
const starts = {
  first: sources('main.tsx'),
  // A leader's home with its frame, which shows before the console is loaded.
  home: sources('shell/open-ahead.tsx', 'emergency/later-closing.ts'),
  console: sources('console.tsx'),
  login: sources('session/login-screen.tsx'),
  frame: sources('shell/frame.tsx'),
  // antd's look with its button, which nearly all that is made of antd has.
  look: [source('platform/look.tsx'), ...ofAntd('button/index.js', 'button/Button.js')],
  // The same for a worker.
  own: sources('home/own-home.tsx', 'shell/own-header.tsx'),
  // What administrators have to see to.
  admin: sources('home/admin-notices.tsx', 'shell/database-state.tsx'),
  // What the first tap on a phone leads to: the answer to an alert, which needs no router, and the menus.
  answer: sources('emergency/response-dialog.tsx'),
  // What that leads to, made of antd: how an alert is closed, and questions.
  closing: sources('emergency/closing-form.tsx', 'kit/shown-dialog.tsx'),
  taps: sources('shell/menu-drawer.tsx', 'shell/open-user-menu.tsx'),
  // How people sign in who do not by a password alone.
  ways: sources('session/second-step.tsx', 'session/sso-form.tsx', 'session/card-sign-in.tsx'),
  // Fetched ahead, too: the condition of a person who needs somebody.
  detail: sources('condition/detail-screen.tsx'),
  // The home screen of those with several sites.
  unit: sources('home/unit-home.tsx', 'home/people-table.tsx'),
}

/** What the first screens of people who are signed in, and of those who are not, need. */
const startPages = { index: starts.console, home: starts.home, login: [...starts.console, ...starts.login] }

export default defineConfig({
  plugins: [leanContract(), consoleTexts(), react(), japanOutline(), earlyScript(), consoleShell(startPages), compressed()],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  server: { proxy: { '/api': server } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      // antd's own parts do nothing as they load but declare, which most of them do not say.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/(?:@rc-component|@ant-design)\/.+\.js$/, sideEffects: false }] },
      output: { codeSplitting: { groups: chunkGroups(starts) } },
    },
  },
})
