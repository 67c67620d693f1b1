import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../../stores/orders/samples/scan.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ScanCode } from '../../form/ScanCode.tsx'

/** Characters of a code that are searched. */
const maxCode = 300

const open = (code: string) =>
  void store.findScanned(code.slice(0, maxCode)).then((href) => {
    if (href !== undefined) location.assign(href)
  })

const errorOf = (scan: store.Scan): string | undefined => {
  if (scan.at !== 'failed') return undefined
  return scan.failure.code === 404
    ? '没有找到样品：编号有误，或不属于贵企业的订单。'
    : `查找失败：${scan.failure.message}`
}

/** Opens a sample by its label: by the camera, a picture, or its number. */
export const ScanPage = ({ code }: { code: string }) => {
  const scan = useStore(store.scan)
  useEffect(() => {
    if (code !== '') open(code)
  }, [code])
  return (
    <>
      <h1 className="text-2xl font-semibold">扫描样品</h1>
      <p className="mt-1 mb-4 text-ink-3">扫描样品标签上的二维码，或输入编号，打开样品的记录。</p>
      <div className="rounded-lg border border-line bg-surface p-4 desk:p-6">
        <div className="max-w-lg">
          <ScanCode
            label="样品编号"
            hint="标签二维码下方的编号，如 SP20261128-0001"
            initial={code}
            maxLength={maxCode}
            busy={scan.at === 'searching'}
            error={errorOf(scan)}
            onCode={open}
          />
        </div>
      </div>
      <Toaster />
    </>
  )
}
