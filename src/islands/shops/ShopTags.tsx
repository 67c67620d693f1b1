import { useEffect, useState } from 'react'
import { Tabs } from '../../ui/Tabs.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { Qualifications } from './Qualifications.tsx'
import { ServiceCapabilities } from './ServiceCapabilities.tsx'
import { ShopCapabilities } from './ShopCapabilities.tsx'

const tabs = [
  { key: 'shop', label: '店铺能力' },
  { key: 'services', label: '服务能力' },
  { key: 'qualifications', label: '资质证书' },
] as const
type Key = (typeof tabs)[number]['key']
const keyOf = (key: string): Key => tabs.find((tab) => tab.key === key)?.key ?? 'shop'

/** 能力标签: what the shop and its services can do, and the certificates behind its tags. */
export const ShopTags = () => {
  const [key, setKey] = useState<Key>('shop')
  useEffect(() => {
    const read = () => setKey(keyOf(location.hash.slice(1)))
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const choose = (next: string) => {
    setKey(keyOf(next))
    history.replaceState(null, '', `#${next}`)
  }
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">能力标签与资质</h1>
      <Tabs label="标签种类" tabs={[...tabs]} current={key} onChange={choose}>
        <div className="pt-4">
          {key === 'shop' && <ShopCapabilities />}
          {key === 'services' && <ServiceCapabilities />}
          {key === 'qualifications' && <Qualifications />}
        </div>
      </Tabs>
      <Toaster />
    </>
  )
}
