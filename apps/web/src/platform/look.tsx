import LoadingOutlined from '@ant-design/icons/LoadingOutlined'
import { ConfigProvider } from 'antd'
import jaJP from 'antd/es/locale/ja_JP'
import { useMemo, type ReactNode } from 'react'
import { useColourMode } from './colour-mode.ts'
import { themeOf } from './theme.ts'

// antd's own sign of a busy button is read out in English, and now and then stays in the button's name for good.
const loadingIcon = <LoadingOutlined aria-hidden="true" />

/** Gives antd the console's theme in the mode on screen, and Japanese. */
export const Look = ({ children }: { readonly children: ReactNode }) => {
  const mode = useColourMode()
  const theme = useMemo(() => themeOf(mode), [mode])
  return (
    <ConfigProvider theme={theme} locale={jaJP} button={{ autoInsertSpace: false, loadingIcon }}>
      {children}
    </ConfigProvider>
  )
}
