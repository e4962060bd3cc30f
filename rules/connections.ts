import { isCode, isTest, type SourceFile } from './tree.ts'

const room = 'apps/server/src/platform/'
const opens = /\bnew\s+(?:pg\.)?(?:Client|Pool)\s*\(/

/**
 * Files of the server outside its platform that open a connection to the database themselves: it would stay on one host
 * when the database moves to another. `clientBeside` opens one that does not.
 */
export const strayConnections = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => isCode(file) && !isTest(file) && file.path.startsWith('apps/server/src/') && !file.path.startsWith(room))
    .filter((file) => opens.test(file.text))
    .map((file) => `${file.path} opens a connection to the database, which ${room} alone may do`)
