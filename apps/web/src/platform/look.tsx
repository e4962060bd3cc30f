import { ConfigProvider } from 'antd'
import jaJP from 'antd/es/locale/ja_JP'
import { useMemo, type ReactNode } from 'react'
import { useColourMode } from './colour-mode.ts'
import { themeOf } from './theme.ts'

/** Gives antd the console's theme in the mode on screen, and Japanese. */
export const Look = ({ children }: { readonly children: ReactNode }) => {
  const mode = useColourMode()
  const theme = useMemo(() => themeOf(mode), [mode])
  return (
    <ConfigProvider theme={theme} locale={jaJP} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
