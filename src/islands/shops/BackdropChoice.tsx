import { shopBackground, shopBackgrounds } from '../../domain/shell/shop-header.ts'
import { ShopBackdrop } from '../../ui/ShopBackdrop.tsx'

type Props = { shopId: number; value: number; onChange: (backdrop: number) => void }

const choices = [0, ...Array.from({ length: shopBackgrounds }, (_, place) => place + 1)]

/** The background of the shop's head: one of nine, or the one that goes with its number. */
export const BackdropChoice = ({ shopId, value, onChange }: Props) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">头图背景</legend>
    <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {choices.map((backdrop) => (
        <label
          key={backdrop}
          className={`block cursor-pointer overflow-hidden rounded-md border focus-within:outline-3 focus-within:outline-accent/25 ${value === backdrop ? 'border-accent' : 'border-line-strong hover:border-accent'}`}
        >
          <input
            type="radio"
            name="backdrop"
            className="sr-only"
            checked={value === backdrop}
            onChange={() => onChange(backdrop)}
          />
          <span className="block h-12 bg-surface-2">
            <ShopBackdrop place={backdrop === 0 ? shopBackground(shopId) : backdrop - 1} form="sample" />
          </span>
          <span
            className={`flex h-8 items-center justify-center border-t border-line text-sm ${value === backdrop ? 'bg-accent-soft font-medium text-accent' : 'text-ink-2'}`}
          >
            {backdrop === 0 ? '默认' : `背景 ${backdrop}`}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
