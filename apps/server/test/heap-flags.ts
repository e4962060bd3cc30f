/**
 * With what heap the server runs; `npm start` and `npm run demo` say the same in package.json. What a batch is made of lives as
 * long as its transaction: in a small young heap it was copied, and then kept with what is old. What is old may double, not
 * quadruple, before it is looked through (decisions/0067).
 */
export const heapFlags: readonly string[] = ['--max-semi-space-size=32', '--heap-growing-percent=100']
