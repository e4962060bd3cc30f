import type { CallExpression, Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import { SyntaxKind } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isCallExpression,
  isIdentifier,
  isTaggedTemplateExpression,
  isTypeAliasDeclaration,
} from 'typescript/unstable/ast/is'
import { type Checker, type Project, type Symbol, type Type, TypeFlags } from 'typescript/unstable/sync'
import { calleeOf, rowOf } from './promised-row.ts'
import { isTest } from './tree.ts'

const executes = /^(query|execute|executeQuery|executeTakeFirst|executeTakeFirstOrThrow)$/
const ofDatabase = /_/
const ofProgram = /[a-z][A-Z]/

const parts = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes().flatMap(parts) : [type])

/** The columns that a row's type promises; none of a list, a date or a plain value. */
const columnsOf = (checker: Checker, row: Type): readonly Symbol[] =>
  parts(row).flatMap((type) => {
    const isRow = (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0
    const isValue =
      type.isObjectType() && (checker.isArrayLikeType(type) || /^(Date|Buffer|Uint8Array)$/.test(type.getSymbol()?.name ?? ''))
    return isRow && !isValue ? checker.getPropertiesOfType(type) : []
  })

/** Whether a column is named by the statement's own file, in a type that it does not export. */
const isNamedThere = ({ declarations }: Symbol, path: string): boolean => {
  const declaration = declarations?.[0]?.resolve()
  if (declaration?.getSourceFile().fileName !== path) return false
  for (let node: Node | undefined = declaration; node !== undefined; node = node.parent)
    if (isTypeAliasDeclaration(node)) return node.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) !== true
  return true
}

const faultOf = (columns: readonly Symbol[], path: string, isInferred: boolean): string | undefined => {
  const stored = columns.find(({ name }) => ofDatabase.test(name))
  const handedOn = columns.filter(({ name }) => ofProgram.test(name))
  const [first] = handedOn
  if (first === undefined) return undefined
  if (stored !== undefined) return `names ${stored.name} as the database does and ${first.name} as the program does`
  // What a query builder answers is named where it is selected.
  const isOwn = !isInferred && handedOn.every((column) => isNamedThere(column, path))
  return isOwn ? `names ${first.name} as the program does, and no exported type has it` : undefined
}

type Statement = CallExpression | TaggedTemplateExpression

/** The type of the row that is promised at a statement: named there, or inferred by a query builder. */
const promisedAt = (checker: Checker, node: Statement): { readonly row: Type; readonly isInferred: boolean } | undefined => {
  const named = node.typeArguments?.[0]
  if (named !== undefined) {
    const row = checker.getTypeAtLocation(named)
    return row && { row, isInferred: false }
  }
  const given = isCallExpression(node) ? checker.getTypeAtLocation(node) : undefined
  const row = given && rowOf(checker, given)
  return row && { row, isInferred: true }
}

const isStatement = (node: Node): node is Statement => {
  if (isTaggedTemplateExpression(node)) return isIdentifier(node.tag) && node.tag.text === 'sql'
  if (!isCallExpression(node)) return false
  const callee = calleeOf(node)
  // A transaction executes a function.
  return isIdentifier(callee) && executes.test(callee.text) && !node.arguments.some(isArrowFunction)
}

/**
 * Rows of the product that are not named in one way, each as path:line and what is wrong: a row carries the names of the database,
 * unless it is handed on as an exported type of the program, whose names it carries then; never both (decisions/0123).
 */
export const rowNameFaults = ({ program, checker }: Project): string[] =>
  program.getSourceFileNames().flatMap((path) => {
    const file = path.includes('/node_modules/') || isTest({ path }) ? undefined : program.getSourceFile(path)
    if (file === undefined) return []
    const faults: string[] = []
    const look = (node: Node): void => {
      const promised = isStatement(node) ? promisedAt(checker, node) : undefined
      const fault = promised && faultOf(columnsOf(checker, promised.row), path, promised.isInferred)
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      if (fault !== undefined) faults.push(`${path}:${line + 1} ${fault}`)
      node.forEachChild(look)
    }
    look(file)
    return [...new Set(faults)]
  })
