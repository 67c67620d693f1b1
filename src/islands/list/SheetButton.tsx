import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import type { Failure } from '../../contract/envelope.ts'
import { exportingSheet } from '../../stores/operations/sheet-export.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { usePermission } from '../use-permission.ts'

type Props = {
  /** Name of the sheet, as passed to `exportSheet`. */
  name: string
  label: string
  onDownload: () => Promise<Failure | null>
}

/** Downloads the rows of a filtered list as a workbook; only for people who may export. */
export const SheetButton = ({ name, label, onDownload }: Props) => {
  const busy = useStore(exportingSheet) === name
  const mayExport = usePermission('database')
  if (!mayExport) return null
  const download = () =>
    void onDownload().then((failure) => {
      if (failure !== null) toast.error(failure.message)
    })
  return (
    <Button className="max-md:h-11 max-md:grow" busy={busy} onClick={download}>
      {!busy && <FileDown className="size-4" />}
      {label}
    </Button>
  )
}
