import { spawn } from 'node:child_process'
import { root, toolEnvironment } from './steps.ts'

// The demo restarts when the server changes; Vite serves the console on port 5173 and passes /api on to it.
const commands = [
  ['node', '--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/demo/demo.ts'],
  ['vite', 'apps/web'],
] as const

const children = commands.map(([program, ...values]) =>
  spawn(program, values, {
    cwd: root,
    env: toolEnvironment({ API_URL: `http://localhost:${process.env['PORT'] ?? 8080}` }),
    stdio: 'inherit',
  }),
)

const stop = () => children.forEach((child) => child.kill('SIGINT'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
