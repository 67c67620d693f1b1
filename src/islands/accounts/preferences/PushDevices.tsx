import { useStore } from '@nanostores/react'
import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PushDevice } from '../../../contract/accounts/push-devices.ts'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/security/push-devices.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

/** Help article about notifications on devices. */
const helpArticle = 3327

const Device = ({ device }: { device: PushDevice }) => {
  const change = useStore(store.pushChange)
  const Icon = device.device.startsWith('电脑') ? Monitor : Smartphone
  const isBusy = (at: 'removing' | 'testing') => change.at === at && change.deviceId === device.deviceId
  const name = `${device.device}，开启于 ${dateTime(device.createdAt)}`
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
      <Icon className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{device.device}</span>
          {device.current && <Tag label="本设备" loud />}
        </p>
        <p className="text-sm text-ink-3">
          开启于 {dateTime(device.createdAt)} ·{' '}
          {device.sentAt === null ? '尚未收到通知' : `最近通知 ${dateTime(device.sentAt)}`}
        </p>
      </div>
      <Button
        size="sm"
        className="max-md:h-11"
        aria-label={`测试 ${name}`}
        busy={isBusy('testing')}
        onClick={() =>
          void store.testPushDevice(device).then((sent) => sent && toast.success('已发送测试通知，请留意该设备'))
        }
      >
        测试
      </Button>
      <Button
        size="sm"
        className="max-md:h-11"
        aria-label={`关闭 ${name}`}
        busy={isBusy('removing')}
        onClick={() => void store.removePushDevice(device).then((done) => done && toast.success('已关闭该设备的通知'))}
      >
        关闭
      </Button>
    </li>
  )
}

const hints: Readonly<Record<Exclude<store.PushSupport, 'can'>, string>> = {
  blocked: '本浏览器已禁止本站通知。请在浏览器的网站设置中允许通知，然后刷新页面。',
  unsupported: '本浏览器不支持通知，请使用新版 Chrome、Edge、Firefox 或 Safari。',
  needsInstalling: '在 iPhone 与 iPad 上，请先用 Safari 的“添加到主屏幕”安装本站，再从主屏幕打开后开启。',
}

const AddDevice = ({ available }: { available: boolean }) => {
  const change = useStore(store.pushChange)
  const [support, setSupport] = useState<store.PushSupport>()
  useEffect(() => setSupport(store.pushSupport()), [])
  if (!available) return <p className="text-sm text-ink-3">本站未开通设备通知，请使用邮件或短信。</p>
  if (support === undefined) return null
  if (support !== 'can') return <p className="text-sm text-ink-2">{hints[support]}</p>
  return (
    <Button
      className="max-md:h-11 max-md:w-full"
      busy={change.at === 'adding'}
      onClick={() => void store.addPushDevice().then((added) => added && toast.success('已在本设备开启通知'))}
    >
      在本设备开启通知
    </Button>
  )
}

/** 设备通知: devices that are notified when no page is open. */
export const PushDevices = () => {
  const state = useStore(store.pushDevices)
  const change = useStore(store.pushChange)
  useEffect(() => void store.loadPushDevices(), [])
  return (
    <AsyncContent
      state={state}
      what="设备通知"
      onRetry={() => void store.loadPushDevices()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={3} className="min-h-[140px]" />}
    >
      {({ publicKey, data }) => (
        <section aria-labelledby="push-devices" className="rounded-lg border border-line bg-surface">
          <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
            <div className="min-w-0 flex-1 basis-72">
              <h2 id="push-devices" className="text-lg font-semibold">
                设备通知
              </h2>
              <p className="text-sm text-ink-3">
                未打开页面时，在手机或电脑上显示通知；只显示标题，不含金额与他人填写的名称。退出登录或登录到期后停止。
                <a href={links.helpArticle(helpArticle)} className="text-accent underline underline-offset-3">
                  如何开启
                </a>
              </p>
            </div>
            {!data.some(({ current }) => current) && <AddDevice available={publicKey !== ''} />}
          </div>
          {change.at === 'failed' && (
            <p role="alert" className="px-5 pb-3 text-sm text-bad">
              {change.message}
            </p>
          )}
          {data.length > 0 && (
            <ul>
              {data.map((device) => (
                <Device key={device.deviceId} device={device} />
              ))}
            </ul>
          )}
        </section>
      )}
    </AsyncContent>
  )
}
