/**
 * Every colour of the console, once. tokens.css (for our own styles) and theme.ts (for antd) both come from here;
 * tokens.test.ts holds the written file and the contrast figures against these values.
 */
const light = {
  page: '#F1F3F5',
  surface: '#FFFFFF',
  'header-row': '#F7F8F9',
  raised: '#FFFFFF',
  selection: '#E6ECF3',
  hover: '#F1F4F7',
  rule: '#DEE2E7',
  'control-border': '#7F8994',
  ink: '#15181C',
  second: '#434B55',
  note: '#5F6974',
  accent: '#2A4E80',
  'accent-hover': '#213F69',
  'input-error': '#B3170E',
  'on-accent': '#FFFFFF',
  'emergency-fill': '#960B44',
  'emergency-edge': '#960B44',
  'emergency-digit': '#FFFFFF',
  'level-3-fill': '#C4170D',
  'level-3-edge': '#C4170D',
  'level-3-digit': '#FFFFFF',
  'level-2-fill': '#EB7A0C',
  'level-2-edge': '#A34E00',
  'level-2-digit': '#15181C',
  'level-1-fill': '#FFD23F',
  'level-1-edge': '#8A6800',
  'level-1-digit': '#15181C',
  'level-0-edge': '#1B9E82',
  'level-none': '#646E79',
  'tint-emergency': '#F9E9EF',
  'tint-level-3': '#FDF1EF',
  'overlay-shadow': '0 6px 20px rgb(21 24 28 / 16%)',
} as const

export type ColourRole = keyof typeof light
export type Palette = Readonly<Record<ColourRole, string>>

const dark: Palette = {
  page: '#0E1114',
  surface: '#161A1F',
  'header-row': '#1B2026',
  raised: '#20262D',
  selection: '#233043',
  hover: '#1E242B',
  rule: '#2B323A',
  'control-border': '#707B87',
  ink: '#E9ECEF',
  second: '#B7BFC8',
  note: '#98A2AD',
  accent: '#87AADC',
  'accent-hover': '#9BC4FF',
  'input-error': '#DC887F',
  'on-accent': '#0E1114',
  'emergency-fill': '#B8124E',
  'emergency-edge': '#F07CA6',
  'emergency-digit': '#FFFFFF',
  'level-3-fill': '#F0473C',
  'level-3-edge': '#F0473C',
  'level-3-digit': '#15181C',
  'level-2-fill': '#FF9C38',
  'level-2-edge': '#FF9C38',
  'level-2-digit': '#15181C',
  'level-1-fill': '#FFE684',
  'level-1-edge': '#FFE684',
  'level-1-digit': '#15181C',
  'level-0-edge': '#45C7A8',
  'level-none': '#7E8894',
  'tint-emergency': '#33141F',
  'tint-level-3': '#2A1817',
  'overlay-shadow': '0 6px 20px rgb(0 0 0 / 60%)',
}

export const palettes = { light, dark } as const
export type ColourMode = keyof typeof palettes

export const fonts = {
  face: '"Noto Sans JP", "Hiragino Sans", "BIZ UDPGothic", "Yu Gothic UI", Meiryo, "Noto Sans CJK JP", sans-serif',
  id: '"Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans JP", monospace',
} as const

const declarations = (palette: Palette, indent: string) =>
  Object.entries(palette)
    .map(([role, value]) => `${indent}--${role}: ${value};`)
    .join('\n')

/** The text of tokens.css. Auto follows the system unless the person chose a mode (`data-theme`). */
export const tokensCss = (): string => `/* Written from tokens.ts by tokens.test.ts (vitest -u). */
:root {
  color-scheme: light;
  --font: ${fonts.face};
  --font-id: ${fonts.id};
${declarations(light, '  ')}
}

:root[data-theme='dark'] {
  color-scheme: dark;
${declarations(dark, '  ')}
}

@media (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) {
    color-scheme: dark;
${declarations(dark, '    ')}
  }
}
`
