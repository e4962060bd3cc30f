import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast'
import { isAwaitExpression, isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import { type Checker, type Project, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'

/** Whether a type is a parameter of a function, or is made by one: `Pick<Row, Name>`. */
export const isGeneric = (type: Type): boolean =>
  (type.flags & TypeFlags.Instantiable) !== 0 ||
  type.getAliasTypeArguments().some(isGeneric) ||
  (type.isUnionType() && type.getTypes().some(isGeneric))

/** The name of what is called: the method's, or the function's. */
export const calleeOf = ({ expression }: CallExpression): Node => (isPropertyAccessExpression(expression) ? expression.name : expression)

/** The innermost call whose callee is named at a position, or that is awaited there: of a caller that waits, the stack has the `await`. */
const callAt = (file: Node, position: number): CallExpression | undefined => {
  let call: CallExpression | undefined
  const look = (node: Node): void => {
    if (position < node.pos || position >= node.end) return
    if (isAwaitExpression(node) && isCallExpression(node.expression) && position < node.expression.end) call = node.expression
    if (isCallExpression(node) && calleeOf(node).pos <= position && position <= calleeOf(node).end) call = node
    node.forEachChild(look)
  }
  look(file)
  return call
}

const argumentsOf = (checker: Checker, type: Type): readonly Type[] => (type.isTypeReference() ? checker.getTypeArguments(type) : [])

const propertyOf = (checker: Checker, type: Type, name: string): Type | undefined => {
  const symbol = checker.getPropertyOfType(type, name)
  return symbol === undefined ? undefined : checker.getTypeOfSymbol(symbol)
}

/** The type of a row in what a call gives: a promise of `{ rows }`, of a page `{ data, count }`, of rows, of a row, or of a row or undefined. */
export const rowOf = (checker: Checker, given: Type): Type | undefined => {
  const [awaited] = given.getSymbol()?.name === 'Promise' ? argumentsOf(checker, given) : []
  const one = awaited?.isUnionType() === true ? awaited.getTypes().find(({ flags }) => (flags & TypeFlags.Undefined) === 0) : awaited
  if (one === undefined) return undefined
  const isPage = propertyOf(checker, one, 'count') !== undefined
  const held = [one, propertyOf(checker, one, 'rows'), isPage ? propertyOf(checker, one, 'data') : undefined]
  const rows = held.find((type) => type !== undefined && checker.isArrayType(type))
  const row = rows === undefined ? one : argumentsOf(checker, rows)[0]
  return row?.isObjectType() === true && checker.isArrayLikeType(row) ? undefined : row
}

/** The row of the first `RawBuilder<Row>` of a row in a type, not of a condition: it itself, or what a function or a property makes. */
const builtRow = (checker: Checker, type: Type, depth: number): Type | undefined => {
  if (type.getSymbol()?.name === 'RawBuilder') {
    const [row] = argumentsOf(checker, type)
    // A condition, an order.
    const isNoRow = row === undefined || (row.flags & (TypeFlags.AnyOrUnknown | TypeFlags.Primitive)) !== 0
    return isNoRow ? undefined : row
  }
  if (depth === 0 || !type.isObjectType()) return undefined
  const made = checker.getSignaturesOfType(type, SignatureKind.Call).map((signature) => checker.getReturnTypeOfSignature(signature))
  const held = checker.getTypeOfSymbol(checker.getPropertiesOfType(type))
  return firstOf([...made, ...held], (one) => builtRow(checker, one, depth - 1))
}

const firstOf = <Item, Value>(items: readonly (Item | undefined)[], look: (item: Item) => Value | undefined): Value | undefined => {
  for (const item of items) {
    const value = item === undefined ? undefined : look(item)
    if (value !== undefined) return value
  }
  return undefined
}

const remembered = <Value>(compute: (key: string) => Value): ((key: string) => Value) => {
  const known = new Map<string, { value: Value }>()
  return (key) => {
    const entry = known.get(key) ?? { value: compute(key) }
    known.set(key, entry)
    return entry.value
  }
}

type Place = { readonly path: string; readonly file: SourceFile; readonly position: number }

/** The rows that the calls of a program promise. */
export const promises = ({ program, checker }: Project) => {
  const placeOf = (frame: string): Place | undefined => {
    const [, path = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(frame) ?? []
    const file = program.getSourceFile(path)
    return file && { path, file, position: file.getPositionOfLineAndCharacter(Number(line) - 1, Number(column) - 1) }
  }
  const callOf = remembered((frame: string) => {
    const place = placeOf(frame)
    return place && callAt(place.file, place.position)
  })
  const rowAt = remembered((frame: string): Type | undefined => {
    const call = callOf(frame)
    const given = call && checker.getTypeAtLocation(call)
    // What hands a statement on to the driver, as a test's spy does, promises nothing.
    return given === undefined || (given.flags & TypeFlags.AnyOrUnknown) !== 0 ? given : rowOf(checker, given)
  })
  /** The row of a statement that the call is given, to execute it. */
  const rowGivenAt = remembered((frame: string): Type | undefined => {
    const call = callOf(frame)
    const signature = call && checker.getResolvedSignature(call)
    const given = call?.arguments.map((_, index) => signature && checker.getParameterType(signature, index)) ?? []
    return firstOf(given, (type) => builtRow(checker, type, 2))
  })
  /**
   * Whether the call at a frame names the row itself, or is one of the function that the inner frame is in: a call that nobody
   * awaits is not on the stack.
   */
  const calls = (frame: string, inner: string): boolean => {
    const call = callOf(frame)
    if (call?.typeArguments !== undefined) return true
    const declaration = call && checker.getResolvedSignature(call)?.declaration?.resolve()
    const place = placeOf(inner)
    const isInFile = declaration !== undefined && place?.file === declaration.getSourceFile()
    return isInFile && declaration.pos <= place.position && place.position < declaration.end
  }
  const rowFor = ([frame, caller, ...others]: readonly string[]): Type | undefined => {
    const own = frame === undefined ? undefined : rowAt(frame)
    if (frame === undefined || own === undefined || !isGeneric(own)) return own
    if (caller === undefined || !calls(caller, frame)) return undefined
    const given = rowGivenAt(caller)
    return given !== undefined && !isGeneric(given) ? given : rowFor([caller, ...others])
  }
  return {
    /**
     * The row that a statement gives, undefined where nobody can tell.
     * @param frames where it is executed and the callers, each as path:line:column; of a generic function a caller knows the row
     */
    rowFor,
  }
}
