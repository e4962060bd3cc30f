import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, toolEnvironment } from './steps.ts'
import { makeNotices } from './write-notices.ts'

/** The part of the changelog of one version, without its heading. */
export const partOfChangelog = (changelog: string, version: string): string => {
  const [, rest] = changelog.split(`## [${version}]`)
  if (rest === undefined) throw new Error(`CHANGELOG.md has no ${version}`)
  return rest.slice(rest.indexOf('\n') + 1, rest.includes('\n## [') ? rest.indexOf('\n## [') : undefined).trim()
}

/** What an operator does, the first heading of a release in the changelog. */
const updateOf = (part: string): string => part.slice(0, part.includes('\n### ') ? part.indexOf('\n### ') : undefined).trim()

/** What `npm audit` says of what is shipped, word for word, and whether a registry answered it. */
const audit = (): { readonly output: string; readonly isAnswered: boolean } => {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit', 'dev'], { cwd: root, env: toolEnvironment(), encoding: 'utf8' })
  // The path of the log is that of this machine.
  const output = `${stdout}${stderr}`.replaceAll(/^npm error A complete log.*$/gm, '').trim()
  return { output, isAnswered: !output.includes('audit endpoint returned an error') }
}

const unanswered = `
The registry that this was asked of does not answer the question: nothing is known from it. Ask again by \`npm audit --omit dev\`, or give
\`sbom.cdx.json\` to a scanner, before you install.
`

const notes = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const { components } = (await makeNotices()).bill
  const bundled = components.filter(({ properties }) => properties !== undefined).length
  const programs = components.filter((component) => component['bom-ref'].startsWith('program:'))
  const [node, postgres, ...libraries] = programs.map((program) => `${program.name} ${program.version}`)
  const run = components.length - programs.length - bundled
  const { output, isAnswered } = audit()
  return `# Mimamori ${version}

${updateOf(partOfChangelog(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version))}

What changed is in [CHANGELOG.md](../../CHANGELOG.md).

## What it consists of

${components.length} components (\`sbom.cdx.json\`, CycloneDX 1.6): ${node}, ${postgres}, ${libraries.length} libraries inside of PostgreSQL and of libvips, ${run} packages of npm on which the server runs, and ${bundled} of which only the built console has parts. The licences of all are in \`third-party-licences.txt\`. Both files are in the package.

The embedded PostgreSQL is built with old libraries: OpenSSL 1.1.1 has had no corrections since 2023, and ICU, libxml2 and zlib beside it are of its age. A scanner names what is known of them. That PostgreSQL is reached from its own machine alone, without TLS, and reads no XML of strangers; with a PostgreSQL of your own (\`DATABASE_URL\`) none of them runs.

## \`npm audit --omit dev\`

\`\`\`
${output}
\`\`\`
${isAnswered ? '' : unanswered}`
}

if (import.meta.main) process.stdout.write(await notes())
