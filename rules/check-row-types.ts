import { join } from 'node:path'
import { checkRowTypes, readRecordings } from './row-types.ts'
import { root } from './tree.ts'

// Compares what a run of tests recorded (decisions/0110), and how its rows are named (decisions/0123): check-row-types.ts <folder> [--whole]
const [folder, option] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: check-row-types.ts <folder that ROW_TYPES named> [--whole]')
const { faults, unresolved, notExecuted, names } = checkRowTypes(join(root, 'apps/server/tsconfig.json'), readRecordings(folder))
const lines = [...faults, ...names]
if (option === '--whole') {
  process.stdout.write(notExecuted.map((place) => `no test executes: ${place}\n`).join(''))
  // Of some tests alone, those may be missing that call a generic function where the stack shows it.
  lines.push(...unresolved.map((place) => `${place} the type of its row cannot be found`))
}
process.stdout.write(lines.map((line) => `${line}\n`).join(''))
process.exitCode = lines.length === 0 ? 0 : 1
