import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messages } from '@mimamori/contract/messages'
import { type ObjectProperty, parseSync, type Program, Visitor } from 'oxc-parser'
import type { Plugin } from 'vite'
import { nameDirectly, readSliceModules } from './direct-names.ts'

/** The halves of a module of the contract, as modules of their own: what schemas are made of, and all else. */
const halves = ['plain', 'schemas'] as const
type Half = (typeof halves)[number]

const halfOfContract = /^(.*\/[^/]+\.ts)\?(plain|schemas)$/

/** What the console's calls read of an endpoint's declaration. The rest is what the server checks and documents. */
const readByClient = new Set(['method', 'path', 'permission', 'once'])

// Of who may make a call the client asks only whether a session is needed.
const isRead = ({ key, value }: ObjectProperty) => {
  const name = key.type === 'Identifier' ? key.name : ''
  return name === 'permission' ? value.type === 'Literal' && value.value === 'public' : readByClient.has(name)
}

type Cut = { readonly start: number; readonly end: number; readonly text: string }

const cutsOfEndpoints = (program: Program, code: string): Cut[] => {
  const cuts: Cut[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [declaration, , filters], start, end }) => {
      // The filters of a file to download go into its query alone.
      if (callee.type === 'Identifier' && callee.name === 'exchangeOf' && filters !== undefined) cuts.push({ ...filters, text: '{}' })
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || declaration?.type !== 'ObjectExpression') return
      // What is spread into declarations is about parameters, which only the server checks.
      const kept = declaration.properties.filter((property) => property.type === 'Property' && isRead(property))
      if (kept.length < 2) throw new TypeError(`an endpoint without its own method and path: ${code.slice(start, end)}`)
      cuts.push({ start, end, text: `({ ${kept.map((property) => code.slice(property.start, property.end)).join(', ')} })` })
    },
  }).visit(program)
  return cuts
}

const withCuts = (code: string, cuts: readonly Cut[]): string =>
  cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)

/** The names that a part of a program reads, without those of properties and types. */
const namesIn = (node: unknown, names = new Set<string>()): Set<string> => {
  if (Array.isArray(node)) for (const item of node) namesIn(item, names)
  if (typeof node !== 'object' || node === null || !('type' in node)) return names
  const { type, ...parts } = node as { readonly type: string } & Record<string, unknown>
  if (type === 'Identifier') names.add(String(parts['name']))
  for (const [name, part] of Object.entries(parts)) {
    const isName =
      parts['computed'] !== true && ((type === 'MemberExpression' && name === 'property') || (type === 'Property' && name === 'key'))
    if (!isName && !/^type(?:Annotation|Arguments|Parameters)$|^returnType$/.test(name)) namesIn(part, names)
  }
  return names
}

type Statement = {
  readonly text: string
  readonly declares: readonly string[]
  readonly reads: ReadonlySet<string>
  readonly isExported: boolean
}

/** A module of the contract, as far as its halves need it. */
export type ContractModule = {
  readonly imports: readonly string[]
  readonly reexports: readonly string[]
  readonly statements: Readonly<Record<Half, readonly Statement[]>>
  /** The names it declares that are made of schemas. */
  readonly schemas: ReadonlySet<string>
}

/** Reads one of the modules that a module imports, by the path it writes; undefined for a library. */
type Neighbours = (path: string) => ContractModule | undefined

const declarationsOf = (code: string, node: Program['body'][number]): Statement[] => {
  const isExported = node.type === 'ExportNamedDeclaration'
  const inner = isExported ? node.declaration : node
  if (inner?.type === 'FunctionDeclaration' && inner.id !== null)
    return [{ text: code.slice(inner.start, inner.end), declares: [inner.id.name], reads: namesIn(inner), isExported }]
  if (inner?.type !== 'VariableDeclaration')
    throw new TypeError(`a module of the contract may not contain: ${code.slice(node.start, node.end)}`)
  return inner.declarations.map(({ id, init, start, end }) => {
    const isFunction = init?.type === 'ArrowFunctionExpression'
    // What nothing uses is left out, whatever is called to make it.
    const made = init === null ? '' : ` = /* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`
    const text = `const ${isFunction ? code.slice(start, end) : code.slice(id.start, id.end) + made}`
    return { text, declares: [...namesIn(id)], reads: namesIn(init), isExported }
  })
}

/** Takes a module of the contract apart: endpoints without what only the server reads, and what schemas are made of by itself. */
export const readContractModule = (path: string, source: string, neighbours: Neighbours): ContractModule => {
  const code = withCuts(source, cutsOfEndpoints(parseSync(path, source).program, source))
  const imports: string[] = []
  const reexports: string[] = []
  const statements: Statement[] = []
  const foreign = new Set<string>()
  for (const node of parseSync(path, code).program.body) {
    const text = code.slice(node.start, node.end)
    if (node.type === 'ImportDeclaration') {
      if (node.importKind === 'type') continue
      imports.push(text)
      const from = neighbours(node.source.value)
      for (const specifier of node.specifiers) {
        const name = specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier' ? specifier.imported.name : '*'
        if (node.source.value === 'zod' || from?.schemas.has(name) === true) foreign.add(specifier.local.name)
      }
    } else if (node.type === 'ExportAllDeclaration') reexports.push(text)
    else if (node.type === 'ExportNamedDeclaration' && node.source !== null) reexports.push(text)
    else if (!(node.type === 'ExportNamedDeclaration' ? node.declaration : node)?.type.startsWith('TS'))
      statements.push(...declarationsOf(code, node))
  }
  const schemas = new Set<string>()
  for (let before = -1; before < schemas.size;) {
    before = schemas.size
    for (const { declares, reads } of statements)
      if ([...reads].some((name) => foreign.has(name) || schemas.has(name))) for (const name of declares) schemas.add(name)
  }
  for (const text of reexports) {
    const from = neighbours(/['"]([^'"]+)['"]\s*;?$/.exec(text)?.[1] ?? '')
    for (const name of from?.schemas ?? []) schemas.add(name)
  }
  const isOf = (half: Half) => (statement: Statement) => statement.declares.some((name) => schemas.has(name)) === (half === 'schemas')
  return {
    imports,
    reexports,
    statements: { plain: statements.filter(isOf('plain')), schemas: statements.filter(isOf('schemas')) },
    schemas,
  }
}

type Declarer = { readonly path: string; readonly module: ContractModule }

/** The same imports, each name from the half of the module that declares it, past those that only pass it on. Lines stay where they are. */
export const importHalves = (
  path: string,
  code: string,
  moduleOf: (from: string) => (Declarer & { readonly declarerOf?: (name: string) => Declarer }) | undefined,
): string => {
  const cuts = parseSync(path, code).program.body.flatMap((node): Cut[] => {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return []
    const from = moduleOf(node.source.value)
    if (from === undefined || node.specifiers.some(({ type }) => type !== 'ImportSpecifier')) return []
    const lines = new Map<string, string[]>()
    for (const specifier of node.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.importKind === 'type' || specifier.imported.type !== 'Identifier') continue
      const { name } = specifier.imported
      const declarer = from.declarerOf?.(name) ?? from
      const half: Half = declarer.module.schemas.has(name) ? 'schemas' : 'plain'
      const source = `${declarer.path}?${half}`
      lines.set(source, [...(lines.get(source) ?? []), code.slice(specifier.start, specifier.end)])
    }
    const text = [...lines].map(([source, names]) => `import { ${names.join(', ')} } from ${JSON.stringify(source)};`).join(' ')
    const breaks = code.slice(node.start, node.end).replaceAll(/[^\n]/g, '')
    return [{ start: node.start, end: node.end, text: text + breaks }]
  })
  return withCuts(code, cuts)
}

/** An import, of what is read alone. */
const importOf = (text: string, reads: ReadonlySet<string>): string => {
  const [node] = parseSync('import.ts', text).program.body
  if (node?.type !== 'ImportDeclaration') throw new TypeError(`no import: ${text}`)
  const kept = node.specifiers.filter(({ local }) => reads.has(local.name))
  if (kept.some(({ type }) => type !== 'ImportSpecifier')) return text
  const names = kept.map(({ start, end }) => text.slice(start, end)).join(', ')
  return names === '' ? '' : `import { ${names} } from ${JSON.stringify(node.source.value)}`
}

const messagesModule = '@mimamori/contract/messages'

/**
 * The same with the words of the messages that are named there, so that no screen loads those of all others: a call of `message` by a code,
 * or by one of two.
 */
export const inlineMessages = (path: string, code: string, texts: Readonly<Record<string, string>>): string => {
  const { program } = parseSync(path, code)
  const from = program.body.find(
    (node) => node.type === 'ImportDeclaration' && node.importKind !== 'type' && node.source.value === messagesModule,
  )
  if (from?.type !== 'ImportDeclaration') return code
  const cuts: Cut[] = []
  let calls = 0
  new Visitor({
    CallExpression: ({ callee, arguments: [named] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'message' || named === undefined) return
      const codes = named.type === 'ConditionalExpression' ? [named.consequent, named.alternate] : [named]
      const words = codes.flatMap((of) => (of.type === 'Literal' && typeof of.value === 'string' ? (texts[of.value] ?? []) : []))
      if (words.length < codes.length) return
      calls += 1
      cuts.push(
        { ...callee, text: 'fillMessage' },
        ...codes.map(({ start, end }, index) => ({ start, end, text: JSON.stringify(words[index]) })),
      )
    },
  }).visit(program)
  if (calls === 0) return code
  // Its own name, which the import declares, and one for each call that stays.
  const uses = code.match(/\bmessage\(/g)?.length ?? 0
  const names = code.slice(from.start, from.end)
  const others = calls < uses ? names : names.replace(/\bmessage\b,?/, '')
  cuts.push({ start: from.start, end: from.end, text: `import { fillMessage } from '@mimamori/contract/message-text'; ${others}` })
  return withCuts(code, cuts)
}

/** One half as a module: it exports all that it declares, for the other half. */
export const halfOf = (path: string, module: ContractModule, half: Half): string => {
  const own = module.statements[half].map(({ text }) => `export ${text}`)
  const reads = new Set(module.statements[half].flatMap((statement) => [...statement.reads]))
  const ofPlain = half === 'plain' ? [] : module.statements.plain.flatMap(({ declares }) => declares)
  const other = ofPlain.length === 0 ? [] : [`import { ${ofPlain.join(', ')} } from ${JSON.stringify(`${path}?plain`)}`]
  const reexports = module.reexports.map((text) =>
    text.replace(/(['"])([^'"]+)\1;?$/, (_, quote: string, from: string) => `${quote}${from}?${half}${quote}`),
  )
  return [...module.imports.map((text) => importOf(text, reads)), ...other, ...reexports, ...own].join('\n')
}

const ofConsole = /\/(?:apps\/web|packages\/(?:heat|texts))\/src\/[^?]+\.tsx?$/
const contract = '@mimamori/contract/'

/**
 * Builds the console with as little of the contract as it uses: the sign-in page and a leader's home get paths and words without the
 * schemas, which come with the first form.
 */
export const leanContract = (): Plugin => {
  const known = new Map<string, ContractModule>()
  const folder = join(import.meta.dirname, '../../packages/contract/src')
  const slices = readSliceModules()
  const moduleAt = (path: string): ContractModule => {
    const found = known.get(path)
    if (found !== undefined) return found
    const module = readContractModule(path, readFileSync(path, 'utf8'), (from) =>
      from.startsWith('.') ? moduleAt(join(folder, from)) : undefined,
    )
    known.set(path, module)
    return module
  }
  const declarerOf = (path: string, name: string): Declarer => {
    const module = moduleAt(path)
    const isOwn = halves.some((half) => module.statements[half].some(({ declares }) => declares.includes(name)))
    const passedOn = isOwn ? [] : module.reexports.flatMap((text) => /^export \* from '\.\/(.+)'/.exec(text)?.[1] ?? [])
    for (const from of passedOn) {
      const declarer = declarerOf(join(folder, from), name)
      if (declarer.path !== path && halves.some((half) => declarer.module.statements[half].some(({ declares }) => declares.includes(name))))
        return declarer
    }
    return { path, module }
  }
  const moduleOf = (isOfContract: boolean) => (from: string) => {
    const isNeighbour = isOfContract && from.startsWith('.')
    if (!isNeighbour && !from.startsWith(contract)) return undefined
    const path = join(folder, isNeighbour ? from : `${from.slice(contract.length)}.ts`)
    return { path, module: moduleAt(path), declarerOf: (name: string) => declarerOf(path, name) }
  }
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => known.clear(),
    resolveId: (id, importer) => {
      if (halfOfContract.test(id)) return id.startsWith('.') && importer !== undefined ? join(folder, id) : id
      return null
    },
    load: (id) => {
      const [, path, half] = halfOfContract.exec(id) ?? []
      if (path === undefined) return null
      const code = importHalves(path, halfOf(path, moduleAt(path), half as Half), moduleOf(true))
      return { code, moduleType: 'ts', moduleSideEffects: false, map: null }
    },
    transform: (code, id) =>
      ofConsole.test(id)
        ? { code: importHalves(id, nameDirectly(id, inlineMessages(id, code, messages), slices), moduleOf(false)), map: null }
        : null,
  }
}
