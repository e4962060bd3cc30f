import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type BindingPattern, type ParamPattern, parseSync, type Program, Visitor, type VisitorObject } from 'oxc-parser'

/** A file of the repository; `path` is relative to its root, with forward slashes. */
export type SourceFile = { readonly path: string; readonly text: string }

export const root = join(import.meta.dirname, '..')

const rooms = ['apps', 'packages', 'bench', 'e2e', 'rules', 'scripts']
const notOurs = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results'])

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name) || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })

const readFile = (path: string): SourceFile => ({
  path: relative(root, path).replaceAll(sep, '/'),
  text: readFileSync(path, 'utf8'),
})

let tree: readonly SourceFile[] | undefined

/** Every text file the project writes by hand, and the generated ones beside them: read once, and each parsed once, a process. */
export const readTree = (): readonly SourceFile[] => (tree ??= readFiles())

const readFiles = (): SourceFile[] => {
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.ts'))
  return [...rooms.flatMap((room) => walk(join(root, room))), ...atRoot.map((name) => join(root, name))]
    .filter((path) => /\.(ts|tsx|mts|cts|sql|css|html|json|xml|conf)$/.test(path))
    .map(readFile)
}

type Path = Pick<SourceFile, 'path'>

export const isCode = (file: Path) => /\.tsx?$/.test(file.path)
/** A test, or what tests of a folder share (`test-people.ts`). */
export const isTest = (file: Path) => /(\.(test|spec)|\/test-[a-z-]+)\.tsx?$/.test(file.path)
export const isConfig = (file: Path) => file.path.endsWith('.config.ts')
/** Written by a script, so its length and shape are nobody's choice. */
export const isGenerated = (file: Path) => file.path === 'apps/server/src/platform/database/database-types.ts'

const parsed = new WeakMap<SourceFile, ReturnType<typeof parseSync>>()

const parse = (file: SourceFile) => {
  const known = parsed.get(file)
  if (known !== undefined) return known
  const result = parseSync(file.path, file.text)
  parsed.set(file, result)
  return result
}

const program = (file: SourceFile): Program => parse(file).program

export const visit = (file: SourceFile, visitor: VisitorObject) => new Visitor(visitor).visit(program(file))

/** A line of a comment; the line's number counts from 1. */
export type CommentLine = { readonly line: number; readonly text: string }

/** The comments of a file line by line: of code by its parser, of SQL the lines that begin with `--`, also inside of code. */
export const commentsOf = (file: SourceFile): CommentLine[] => {
  const inSql = file.text.split('\n').flatMap((text, index) => (/^\s*-- /.test(text) ? [{ line: index + 1, text }] : []))
  if (!isCode(file)) return inSql
  const inCode = parse(file).comments.flatMap(({ start, value }) => {
    const first = file.text.slice(0, start).split('\n').length
    return value.split('\n').map((text, index) => ({ line: first + index, text }))
  })
  return [...inCode, ...inSql]
}

const isTitled = /^(?:test|it|describe)\b/

/**
 * The titles of a test file's suites, tests and steps, line by line: of Vitest and of Playwright. In a table of cases only the
 * title itself is read.
 */
export const titlesOf = (file: SourceFile): CommentLine[] => {
  const titles: CommentLine[] = []
  const lineOf = (start: number) => file.text.slice(0, start).split('\n').length
  visit(file, {
    CallExpression: ({ callee, arguments: [title] }) => {
      if (title === undefined || !isTitled.test(file.text.slice(callee.start, callee.end))) return
      if (title.type !== 'Literal' && title.type !== 'TemplateLiteral') return
      titles.push({ line: lineOf(title.start), text: file.text.slice(title.start, title.end) })
    },
  })
  return titles
}

/** The names that a file exports and declares itself. */
export const exportedNames = (file: SourceFile): string[] =>
  parse(file).module.staticExports.flatMap((statement) =>
    statement.entries.flatMap(({ moduleRequest, exportName }) =>
      moduleRequest === null && exportName.name !== null ? [exportName.name] : [],
    ),
  )

/** The names that a pattern binds itself; `{ name }` takes over the name that a type has. */
const boundNames = (pattern: BindingPattern | ParamPattern): string[] => {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'TSParameterProperty':
      return boundNames(pattern.parameter)
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : boundNames(element)))
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => {
        if (property.type === 'RestElement') return boundNames(property.argument)
        return property.shorthand ? [] : boundNames(property.value)
      })
  }
}

/** The names of variables, parameters, functions and types that a file declares anywhere. */
export const declaredNames = (file: SourceFile): string[] => {
  const names: string[] = []
  const take = (pattern: BindingPattern | ParamPattern | null) => void names.push(...(pattern === null ? [] : boundNames(pattern)))
  visit(file, {
    VariableDeclarator: ({ id }) => take(id),
    FunctionDeclaration: ({ id, params }) => [id, ...params].forEach(take),
    FunctionExpression: ({ params }) => params.forEach(take),
    ArrowFunctionExpression: ({ params }) => params.forEach(take),
    TSTypeAliasDeclaration: ({ id }) => take(id),
  })
  return names
}

export const hasDefaultExport = (file: SourceFile) =>
  parse(file).module.staticExports.some((statement) =>
    statement.entries.some((entry) => entry.exportName.kind === 'Default' || entry.exportName.name === 'default'),
  )

export type Import = { readonly specifier: string; readonly names: readonly string[] }

/** Everything a file imports or passes on: values and types, static and dynamic. */
export const importsOf = (file: SourceFile): Import[] => {
  const { staticImports, staticExports, dynamicImports } = parse(file).module
  const imports: Import[] = staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    names: statement.entries.map((entry) => entry.importName.name ?? '*'),
  }))
  for (const entry of staticExports.flatMap((statement) => statement.entries))
    if (entry.moduleRequest !== null) imports.push({ specifier: entry.moduleRequest.value, names: [entry.importName.name ?? '*'] })
  for (const { moduleRequest } of dynamicImports) {
    const quoted = /^['"`](.*)['"`]$/.exec(file.text.slice(moduleRequest.start, moduleRequest.end))
    if (quoted?.[1] !== undefined) imports.push({ specifier: quoted[1], names: ['*'] })
  }
  visit(file, { TSImportType: (node) => void imports.push({ specifier: node.source.value, names: ['*'] }) })
  return imports
}
