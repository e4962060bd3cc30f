import { spawn } from 'node:child_process'
import { buildConsole } from './build-web.ts'
import { root, toolEnvironment } from './steps.ts'

// Starts a program and builds the console while that prepares itself: `node scripts/build-beside.ts node …`. The program is sent a
// message when the console is there, and is ended where it cannot be built.

const [program = 'node', ...values] = process.argv.slice(2)
const env = toolEnvironment({ BUILDS_BESIDE: '1' })
const child = spawn(program, values, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
child.on('exit', (code) => process.exit(process.exitCode ?? code ?? 1))

let isStopping = false
// Ctrl-C reaches the program as well, which says that it ends; a build that is broken off then is no failure.
process.on('SIGINT', () => {
  isStopping = true
})
process.on('SIGTERM', () => {
  isStopping = true
  child.kill('SIGTERM')
})

if (await buildConsole()) child.send('built')
else if (!isStopping) {
  process.exitCode = 1
  child.kill('SIGTERM')
}
