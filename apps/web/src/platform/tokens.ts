/**
 * Every colour of the console, once. tokens.css (for our own styles) and theme.ts (for antd) both come from here;
 * tokens.test.ts holds the written file and the contrast figures against these values.
 */
const light = {
  page: '#f1f3f5',
  surface: '#ffffff',
  'header-row': '#f7f8f9',
  raised: '#ffffff',
  selection: '#e6ecf3',
  hover: '#f1f4f7',
  rule: '#dee2e7',
  'control-border': '#7f8994',
  ink: '#15181c',
  second: '#434b55',
  note: '#5f6974',
  accent: '#2a4e80',
  'accent-hover': '#213f69',
  'input-error': '#b3170e',
  'on-accent': '#ffffff',
  'emergency-fill': '#960b44',
  'emergency-edge': '#960b44',
  'emergency-digit': '#ffffff',
  'level-3-fill': '#c4170d',
  'level-3-edge': '#c4170d',
  'level-3-digit': '#ffffff',
  'level-2-fill': '#eb7a0c',
  'level-2-edge': '#a34e00',
  'level-2-digit': '#15181c',
  'level-1-fill': '#ffd23f',
  'level-1-edge': '#8a6800',
  'level-1-digit': '#15181c',
  'level-0-edge': '#1b9e82',
  'level-none': '#646e79',
  'device-heat': '#6a4fa3',
  'device-main': '#2c7a44',
  'device-sub': '#2563ad',
  'device-barometer': '#b23a30',
  'tint-emergency': '#f9e9ef',
  'tint-level-3': '#fdf1ef',
  'overlay-shadow': '0 6px 20px rgb(21 24 28 / 16%)',
} as const

export type ColourRole = keyof typeof light
export type Palette = Readonly<Record<ColourRole, string>>

const dark: Palette = {
  page: '#0e1114',
  surface: '#161a1f',
  'header-row': '#1b2026',
  raised: '#20262d',
  selection: '#233043',
  hover: '#1e242b',
  rule: '#2b323a',
  'control-border': '#707b87',
  ink: '#e9ecef',
  second: '#b7bfc8',
  note: '#98a2ad',
  accent: '#87aadc',
  'accent-hover': '#9bc4ff',
  'input-error': '#dc887f',
  'on-accent': '#0e1114',
  'emergency-fill': '#b8124e',
  'emergency-edge': '#f07ca6',
  'emergency-digit': '#ffffff',
  'level-3-fill': '#f0473c',
  'level-3-edge': '#f0473c',
  'level-3-digit': '#15181c',
  'level-2-fill': '#ff9c38',
  'level-2-edge': '#ff9c38',
  'level-2-digit': '#15181c',
  'level-1-fill': '#ffe684',
  'level-1-edge': '#ffe684',
  'level-1-digit': '#15181c',
  'level-0-edge': '#45c7a8',
  'level-none': '#7e8894',
  'device-heat': '#a893e6',
  'device-main': '#66bb86',
  'device-sub': '#73a9ea',
  'device-barometer': '#e58a82',
  'tint-emergency': '#33141f',
  'tint-level-3': '#2a1817',
  'overlay-shadow': '0 6px 20px rgb(0 0 0 / 60%)',
}

export const palettes = { light, dark } as const
export type ColourMode = keyof typeof palettes

export const fonts = {
  face: "'Noto Sans JP', 'Hiragino Sans', 'BIZ UDPGothic', 'Yu Gothic UI', Meiryo, 'Noto Sans CJK JP', sans-serif",
  id: "'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans JP', monospace",
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

@media screen {
  :root[data-theme='dark'] {
    color-scheme: dark;
${declarations(dark, '    ')}
  }
}

@media screen and (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) {
    color-scheme: dark;
${declarations(dark, '    ')}
  }
}
`
