import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { supplementName } from '../../../domain/orders/change-order-states.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import { downloadSupplement } from '../../../stores/orders/change-orders.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const take = (supplement: number) =>
  void downloadSupplement(supplement).then((failure) => {
    if (failure !== null) toast.error(`补充协议暂时不能下载：${failure.message}`)
  })

/** Download of a supplement of the shown order, numbered from 1. */
export const SupplementButton = ({ supplement }: { supplement: number }) => {
  const made = useStore(exportingSheet)
  const name = `supplement-${supplement}`
  return (
    <Button
      className="max-md:h-11"
      busy={made === name}
      disabled={made !== null && made !== name}
      onClick={() => take(supplement)}
    >
      <FileDown className="size-4" />
      下载{supplementName(supplement)}
    </Button>
  )
}
