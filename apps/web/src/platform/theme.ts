import { theme, type ThemeConfig } from 'antd'
import { fonts, palettes, type ColourMode, type Palette } from './tokens.ts'

// The same ring at a faulty field: where one is and what is wrong are two things.
const ring = (palette: Palette) => `0 0 0 2px ${palette.surface}, 0 0 0 4px ${palette.accent}`

// antd's dark algorithm dims its seeds, so it gets brighter ones and lands on the palette's own values.
const seeds = {
  light: { accent: palettes.light.accent, error: palettes.light['input-error'] },
  dark: { accent: '#9BC4FF', error: '#FF9C92' },
} as const

const shared = {
  // Follows the language of the page (base.css).
  fontFamily: 'var(--font)',
  fontFamilyCode: fonts.id,
  fontSize: 14,
  fontSizeSM: 12,
  borderRadius: 4,
  borderRadiusLG: 6,
  borderRadiusSM: 4,
  controlHeight: 36,
  controlHeightSM: 28,
  controlHeightLG: 48,
  lineWidthFocus: 2,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.16s',
  wireframe: false,
} as const

/**
 * antd's theme for a mode, with or without motion. Every colour is a role of tokens.ts; success and caution take no hue of
 * their own.
 */
export const themeOf = (mode: ColourMode, motion: boolean): ThemeConfig => {
  const palette = palettes[mode]
  return {
    cssVar: { key: 'mimamori' },
    hashed: false,
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...shared,
      motion,
      colorPrimary: seeds[mode].accent,
      colorInfo: seeds[mode].accent,
      colorSuccess: seeds[mode].accent,
      colorLink: seeds[mode].accent,
      colorError: seeds[mode].error,
      colorWarning: palette.second,
      colorBgLayout: palette.page,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette['control-border'],
      colorBorderSecondary: palette.rule,
      colorSplit: palette.rule,
      colorText: palette.ink,
      colorTextHeading: palette.ink,
      colorTextSecondary: palette.second,
      colorTextTertiary: palette.note,
      colorTextDescription: palette.note,
      colorTextPlaceholder: palette.note,
      colorTextQuaternary: palette.note,
      colorTextDisabled: palette.note,
      colorTextLightSolid: palette['on-accent'],
      colorPrimaryBorder: palette.accent,
      colorPrimaryHover: palette['accent-hover'],
      colorPrimaryActive: palette['accent-hover'],
      colorPrimaryText: palette.accent,
      colorErrorText: palette['input-error'],
      colorErrorBorderHover: palette['input-error'],
      colorLinkHover: palette['accent-hover'],
      colorLinkActive: palette['accent-hover'],
      controlItemBgActive: palette.selection,
      controlItemBgHover: palette.hover,
      boxShadow: palette['overlay-shadow'],
      boxShadowSecondary: palette['overlay-shadow'],
      boxShadowTertiary: 'none',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Input: {
        activeShadow: ring(palette),
        errorActiveShadow: ring(palette),
      },
      InputNumber: {
        activeShadow: ring(palette),
        errorActiveShadow: ring(palette),
      },
      Table: {
        headerBg: palette['header-row'],
        headerColor: palette.second,
        headerSortActiveBg: palette['header-row'],
        headerSortHoverBg: palette.hover,
        bodySortBg: palette.surface,
        rowHoverBg: palette.hover,
        rowSelectedBg: palette.selection,
        rowSelectedHoverBg: palette.selection,
        borderColor: palette.rule,
        headerSplitColor: 'transparent',
        cellPaddingBlock: 6,
        cellPaddingInline: 10,
      },
      Select: { optionSelectedBg: palette.selection, optionActiveBg: palette.hover, activeOutlineColor: palette.accent },
      Menu: { itemSelectedBg: palette.selection },
    },
  }
}
