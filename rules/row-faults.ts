import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { RecordedColumn } from '../apps/server/src/platform/database/test-row-recorder.ts'
import type { ValueShape } from '../apps/server/src/platform/database/test-value-shape.ts'

const anything = TypeFlags.AnyOrUnknown | TypeFlags.Instantiable

const parts = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes().flatMap(parts) : [type])

/** A branded string is a string. */
const basis = (type: Type): Type =>
  (type.isIntersectionType() ? type.getTypes().find(({ flags }) => (flags & TypeFlags.Primitive) !== 0) : undefined) ?? type

const nameOf = (type: Type): string | undefined => (type.isObjectType() ? type.getSymbol()?.name : undefined)

const has = (types: readonly Type[], flags: number): boolean => types.some((type) => (type.flags & flags) !== 0)

type Property = { isOptional: boolean; types: Type[]; /** How many of the types have it. */ in: number }

/** Properties of the types by name, and what each may hold. */
const propertiesOf = (checker: Checker, types: readonly Type[]): Map<string, Property> => {
  const properties = new Map<string, Property>()
  for (const type of types) {
    const symbols = checker.getPropertiesOfType(type)
    const held = checker.getTypeOfSymbol(symbols)
    symbols.forEach(({ name, flags }, index) => {
      const property = properties.get(name) ?? { isOptional: false, types: [], in: 0 }
      property.isOptional ||= (flags & SymbolFlags.Optional) !== 0
      property.in += 1
      const own = held[index]
      if (own !== undefined) property.types.push(own)
      properties.set(name, property)
    })
  }
  // Of a union, one type has what another lacks.
  for (const property of properties.values()) property.isOptional ||= property.in < types.length
  return properties
}

const literalFaults = (types: readonly Type[], kind: 'string' | 'number', { values }: ValueShape): string[] => {
  if (has(types, kind === 'string' ? TypeFlags.StringLike & ~TypeFlags.StringLiteral : TypeFlags.Number | TypeFlags.Enum)) return []
  const literals = types.flatMap((type) => (type.isLiteralType() && typeof type.value === kind ? [type.value] : []))
  if (literals.length === 0) return [`is a ${kind}`]
  const other = values.find((value) => typeof value === kind && !literals.includes(value))
  return other === undefined ? [] : [`was ${JSON.stringify(other)}`]
}

/**
 * What of the values does not fit a type, each as a path below the value and what is wrong there: `.recipients.to is a list`.
 * Properties of an object that its type does not name are not looked at.
 */
export const fitFaults = (checker: Checker, shape: ValueShape, type: readonly Type[]): string[] => {
  const types = type.flatMap(parts).map(basis)
  if (has(types, anything)) return []
  const lists = types.filter((one) => one.isObjectType() && (checker.isArrayLikeType(one) || checker.isTupleType(one)))
  const objects = types.filter(
    (one) => (one.flags & (TypeFlags.Object | TypeFlags.Intersection | TypeFlags.NonPrimitive)) !== 0 && !lists.includes(one),
  )
  const isNamed = (pattern: RegExp) => objects.some((one) => pattern.test(nameOf(one) ?? ''))
  const faultsOf: Record<ValueShape['kinds'][number], () => string[]> = {
    null: () => (has(types, TypeFlags.Null) ? [] : ['was null']),
    boolean: () => (has(types, TypeFlags.BooleanLike) ? [] : ['is a boolean']),
    bigint: () => (has(types, TypeFlags.BigIntLike) ? [] : ['is a bigint']),
    string: () => literalFaults(types, 'string', shape),
    number: () => literalFaults(types, 'number', shape),
    date: () => (isNamed(/^Date$/) ? [] : ['is a Date']),
    bytes: () => (isNamed(/^(Buffer|Uint8Array)$/) ? [] : ['is a Buffer']),
    list: () => (lists.length === 0 ? ['is a list'] : listFaults(checker, shape, lists)),
    object: () =>
      objectFaults(
        checker,
        shape,
        objects.filter((one) => !/^(Date|Buffer|Uint8Array)$/.test(nameOf(one) ?? '')),
      ),
  }
  return shape.kinds.flatMap((kind) => faultsOf[kind]())
}

const listFaults = (checker: Checker, { items }: ValueShape, lists: readonly Type[]): string[] => {
  if (items === undefined) return []
  const held = lists.flatMap((list) => (list.isTypeReference() ? checker.getTypeArguments(list) : []))
  return held.length === 0 ? [] : fitFaults(checker, items, held).map((fault) => `[] ${fault}`)
}

const objectFaults = (checker: Checker, { properties = {} }: ValueShape, objects: readonly Type[]): string[] => {
  if (objects.length === 0) return ['is an object']
  if (has(objects, TypeFlags.NonPrimitive)) return []
  const promised = propertiesOf(checker, objects)
  return [...promised].flatMap(([name, { isOptional, types }]) => {
    const seen = Object.hasOwn(properties, name) ? properties[name] : undefined
    const faults = seen === undefined ? [] : fitFaults(checker, seen, types).map((fault) => `.${name} ${fault}`)
    const mayLack = isOptional || has(types.flatMap(parts), TypeFlags.Undefined | anything)
    const isMissing = !mayLack && (seen === undefined || seen.missing === true)
    return isMissing ? [`.${name} was missing`, ...faults] : faults
  })
}

/** What of a statement's row is not what was promised. */
export const rowFaults = (checker: Checker, columns: readonly RecordedColumn[], row: Type): string[] => {
  const rows = parts(row)
  const promised = propertiesOf(checker, rows)
  const ofAnyName = rows.flatMap((one) => checker.getIndexInfosOfType(one)).map(({ valueType }) => valueType)
  const names = columns.map(({ name }) => name)
  const missing = [...promised].flatMap(([name, { isOptional }]) =>
    isOptional || names.includes(name) ? [] : [`${name} is promised, and no column has that name`],
  )
  const faults = columns.flatMap(({ name, shape }, index) => {
    if (names.indexOf(name) !== index) return [`${name} is the name of two columns`]
    const types = promised.get(name)?.types ?? ofAnyName
    if (types.length === 0) return [`${name} is a column that nobody is promised`]
    const shown = types.map((type) => checker.typeToString(type)).join(' | ')
    return fitFaults(checker, shape, types).map((fault) => `${name} ${fault}; promised is ${shown}`)
  })
  return [...missing, ...faults]
}
