import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { CallExpression, Node } from 'typescript/unstable/ast'
import { isArrowFunction, isCallExpression, isIdentifier } from 'typescript/unstable/ast/is'
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { RecordedStatement } from '../apps/server/src/platform/database/test-row-recorder.ts'
import { calleeOf, promises, rowOf } from './promised-row.ts'
import { rowFaults } from './row-faults.ts'
import { rowNameFaults } from './row-names.ts'
import { isTest, root } from './tree.ts'

/** The statements that the processes of a test run wrote into a folder, each once. */
export const readRecordings = (folder: string): RecordedStatement[] => {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  return [...new Set(lines)].filter(Boolean).map((line): RecordedStatement => JSON.parse(line))
}

/** What the comparison says; every line begins with a place, as path:line:column. */
export type RowTypeReport = {
  /** What a row has or lacks, and what is promised. */
  readonly faults: readonly string[]
  /** Statements whose row's type is a parameter that no caller names. */
  readonly unresolved: readonly string[]
  /** Statements of the product with a promised row that none of the recorded ones is. */
  readonly notExecuted: readonly string[]
  /** Rows of the product that are not named in one way. */
  readonly names: readonly string[]
}

/**
 * Compares what statements answered with the rows that are promised where they are executed.
 * @param config the tsconfig.json that has the files of the statements
 */
export const checkRowTypes = (config: string, statements: readonly RecordedStatement[]): RowTypeReport => {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`there is no project ${config}`)
    return { ...compare(project, statements), notExecuted: notExecuted(project, statements), names: rowNameFaults(project).map(shown) }
  } finally {
    api.close()
  }
}

// What is done with statements that give no rows.
const results = new Set(['InsertResult', 'UpdateResult', 'DeleteResult', 'MergeResult'])

/** Whether nobody is promised anything of the row. */
const isUnpromised = (row: Type): boolean =>
  (row.flags & (TypeFlags.AnyOrUnknown | TypeFlags.Void | TypeFlags.NonPrimitive)) !== 0 || results.has(row.getSymbol()?.name ?? '')

const shown = (frame: string): string => relative(root, frame).replaceAll(sep, '/')

const compare = (project: Project, statements: readonly RecordedStatement[]): Pick<RowTypeReport, 'faults' | 'unresolved'> => {
  const { checker } = project
  const { rowFor } = promises(project)
  const faults = new Set<string>()
  const unresolved = new Map<string, boolean>()
  const compared = new Set<string>()
  for (const { frames, columns } of statements) {
    const [place = ''] = frames
    // A file of another program, such as the samples of this rule.
    if (project.program.getSourceFile(place.replace(/:\d+:\d+$/, '')) === undefined) continue
    const row = rowFor(frames)
    // A caller of the same function may be out of sight in one call and not in another.
    unresolved.set(place, row === undefined && unresolved.get(place) !== false)
    if (row === undefined || isUnpromised(row)) continue
    const key = `${place} ${row.id} ${JSON.stringify(columns)}`
    if (compared.has(key)) continue
    compared.add(key)
    for (const fault of rowFaults(checker, columns, row)) faults.add(`${shown(place)} ${fault}`)
  }
  return {
    faults: [...faults].toSorted(),
    unresolved: [...unresolved].flatMap(([place, isUnknown]) => (isUnknown ? [shown(place)] : [])).toSorted(),
  }
}

const executes = /^(query|execute|executeQuery|executeTakeFirst|executeTakeFirstOrThrow)$/

/** Calls of the product that execute a statement with a promised row, where no recorded one was executed. */
const notExecuted = ({ program, checker }: Project, statements: readonly RecordedStatement[]): string[] => {
  const executed = new Set(statements.flatMap(({ frames }) => frames))
  return program.getSourceFileNames().flatMap((path) => {
    const file = path.includes('/node_modules/') || isTest({ path }) ? undefined : program.getSourceFile(path)
    if (file === undefined) return []
    const calls: CallExpression[] = []
    const look = (node: Node): void => {
      if (isCallExpression(node)) {
        const callee = calleeOf(node)
        // A transaction executes a function.
        const isTransaction = node.arguments.some(isArrowFunction)
        if (isIdentifier(callee) && executes.test(callee.text) && !isTransaction) calls.push(node)
      }
      node.forEachChild(look)
    }
    look(file)
    const given = checker.getTypeAtLocation(calls)
    return calls.flatMap((call, index) => {
      const type = given[index]
      const row = type === undefined ? undefined : rowOf(checker, type)
      const { line, character } = file.getLineAndCharacterOfPosition(calleeOf(call).getStart(file))
      const place = `${path}:${line + 1}:${character + 1}`
      return row === undefined || isUnpromised(row) || executed.has(place) ? [] : [shown(place)]
    })
  })
}
