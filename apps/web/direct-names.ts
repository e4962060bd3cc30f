import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { labels } from '@mimamori/contract/labels'
import { type MemberExpression, parseSync, Visitor } from 'oxc-parser'

const contract = '@mimamori/contract/'
const folder = join(import.meta.dirname, '../../packages/contract/src')

/** The modules that declare the slices of all calls, by the slice's name. */
export const readSliceModules = (): ReadonlyMap<string, string> => {
  const { program } = parseSync('endpoints.ts', readFileSync(join(folder, 'endpoints.ts'), 'utf8'))
  return new Map(
    program.body.flatMap((node) => {
      if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return []
      return node.specifiers.map(({ local }) => [local.name, node.source.value.replace(/^\.\/(.+)\.ts$/, `${contract}$1`)] as const)
    }),
  )
}

/** What a chain of names from an imported one leads to: `labels.alert.note` to a text. */
const valueAt = (node: MemberExpression, root: string, value: unknown): unknown => {
  if (node.computed || node.property.type !== 'Identifier') return undefined
  const { object } = node
  const inner =
    object.type === 'MemberExpression' ? valueAt(object, root, value) : object.type === 'Identifier' && object.name === root && value
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[node.property.name] : undefined
}

type Cut = { readonly start: number; readonly end: number; readonly text: string }

/** An import of which only types are left is one of types: else what is imported would be loaded with the module. */
const withoutUnused = (code: string, name: string): string => {
  const imported = new RegExp(`(import \\{[^}]*)\\b${name}\\b([^}]*\\} from '${contract}${name}')`)
  const others = code.replace(imported, '').replaceAll(new RegExp(`typeof ${name}\\b`, 'g'), '')
  return new RegExp(`(?<![\\w'/.])${name}\\b(?!['\\]:])`).test(others) ? code : code.replace(imported, `$1type ${name}$2`)
}

/**
 * The same without the lists of all calls and all labels, where a module names what it needs of them: each call from the module that declares
 * it, a label as its text. Lines stay where they are.
 */
export const nameDirectly = (path: string, code: string, modules: ReadonlyMap<string, string>): string => {
  const imports = (from: string, name: string) => new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '${contract}${from}'`).exec(code)
  const [ofCalls, ofLabels] = [imports('endpoints', 'endpoints'), imports('labels', 'labels')]
  if (ofCalls === null && ofLabels === null) return code
  const cuts: Cut[] = []
  const slices = new Set<string>()
  new Visitor({
    MemberExpression: (node) => {
      const { object, property, start, end } = node
      const text = ofLabels === null ? undefined : valueAt(node, 'labels', labels)
      if (typeof text === 'string') cuts.push({ start, end, text: JSON.stringify(text) })
      const isSlice = ofCalls !== null && object.type === 'Identifier' && object.name === 'endpoints' && !node.computed
      if (!isSlice || property.type !== 'Identifier' || !modules.has(property.name)) return
      slices.add(property.name)
      cuts.push({ start, end, text: `slice_${property.name}` })
    },
  }).visit(parseSync(path, code).program)
  const direct = [...slices].map((name) => `import { ${name} as slice_${name} } from '${modules.get(name) ?? ''}'; `).join('')
  const named = cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
  return direct + withoutUnused(withoutUnused(named, 'endpoints'), 'labels')
}
