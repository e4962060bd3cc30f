import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { theme } from 'antd'
import { expect, test } from 'vitest'
import { contrast } from './test-contrast.ts'
import { themeOf } from './theme.ts'
import { palettes, type ColourRole } from './tokens.ts'

// Browser tests measure the contrast of each screen in light mode. That dark mode is as readable is proven here: both modes
// draw the same elements in the same roles, and these are all the pairs of roles that a stylesheet or antd puts together.

const source = join(import.meta.dirname, '..')
const modes = ['light', 'dark'] as const

/** Text in these is readable on every ground (tokens.test.ts). */
const texts: readonly string[] = ['ink', 'second', 'note', 'accent', 'input-error']
const grounds: readonly string[] = ['page', 'surface', 'header-row', 'raised', 'selection', 'hover', 'tint-emergency', 'tint-level-3']
/** Text in these is on one fill only. */
const fillOf: Partial<Record<string, ColourRole>> = {
  'emergency-digit': 'emergency-fill',
  'level-3-digit': 'level-3-fill',
  'level-2-digit': 'level-2-fill',
  'level-1-digit': 'level-1-fill',
  'emergency-fill': 'emergency-digit',
  'on-accent': 'accent',
  surface: 'ink',
}
/** Rules whose colour is a sign's, no text's: it needs 3, and has that (tokens.test.ts). */
const signs = ['.table :global(.ant-table-column-sorter)']

type Rule = {
  readonly where: string
  readonly selector: string
  readonly color: string | undefined
  readonly background: string | undefined
}

const roleOf = (value: string | undefined) => /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1]
const valueOf = (body: string, property: string) => new RegExp(`(?:^|[;\\s])${property}:\\s*([^;]+)`).exec(body)?.[1]?.trim()

/** The rules for screens; paper has its own colours, black on white. */
const rulesOf = (path: string, css: string): Rule[] => {
  const screen = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/@media print\s*\{(?:[^{}]|\{[^{}]*\})*\}/g, '')
  return [...screen.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    where: `${path} ${selector.trim()}`,
    selector: selector.trim(),
    color: valueOf(body, 'color'),
    background: valueOf(body, 'background'),
  }))
}
const rules = globSync('**/*.css', { cwd: source })
  .filter((path) => !path.endsWith('tokens.css'))
  .flatMap((path) => rulesOf(path, readFileSync(join(source, path), 'utf8')))

test('stylesheets draw text in the colours of text, or on the fill that belongs to the colour', () => {
  expect(rules.length).toBeGreaterThan(500)
  const wrong = rules.filter(({ color, background, selector }) => {
    if (color === undefined || color === 'inherit' || signs.includes(selector)) return false
    const role = roleOf(color) ?? color
    const ground = roleOf(background)
    if (texts.includes(role)) return ground !== undefined && !grounds.includes(ground)
    return fillOf[role] === undefined || (ground !== undefined && ground !== fillOf[role])
  })
  expect(wrong.map(({ where, color, background }) => `${where}: ${color} on ${background}`)).toEqual([])
})

test.each(modes)('text on a fill of its own can be read in the %s palette', (mode) => {
  const palette: Readonly<Record<string, string>> = palettes[mode]
  for (const [text, fill = ''] of Object.entries(fillOf))
    expect(contrast(palette[text] ?? '', palette[fill] ?? ''), text).toBeGreaterThanOrEqual(4.5)
})

test.each(modes)('what antd draws in its own words can be read in the %s palette', (mode) => {
  const tokens = new Map<string, unknown>(Object.entries(theme.getDesignToken(themeOf(mode, false))))
  const colour = (name: string) => String(tokens.get(name))
  const words = ['colorText', 'colorTextHeading', 'colorTextSecondary', 'colorTextTertiary', 'colorTextDescription', 'colorTextPlaceholder']
  const signals = ['colorLink', 'colorLinkHover', 'colorPrimary', 'colorPrimaryHover', 'colorError', 'colorErrorText']
  const under = ['colorBgLayout', 'colorBgContainer', 'colorBgElevated', 'controlItemBgActive', 'controlItemBgHover']
  const faint = [...words, ...signals].flatMap((text) =>
    under
      .filter((ground) => contrast(colour(text), colour(ground)) < 4.5)
      .map((ground) => `${text} ${colour(text)} on ${ground} ${colour(ground)}`),
  )
  expect(faint).toEqual([])
  for (const fill of ['colorPrimary', 'colorPrimaryHover'])
    expect(contrast(colour('colorTextLightSolid'), colour(fill)), fill).toBeGreaterThanOrEqual(4.5)
})
