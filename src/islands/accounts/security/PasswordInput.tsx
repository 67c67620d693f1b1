import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { controlClass } from '../../../ui/form/control-class.ts'
import { Field, type FieldProps } from '../../../ui/form/Field.tsx'

type Props = FieldProps & Omit<ComponentProps<'input'>, 'type' | 'className' | 'size'>

/** Password input with a show/hide button. */
export const PasswordInput = ({ label, required, error, hint, ...rest }: Props) => {
  const [shown, setShown] = useState(false)
  const Icon = shown ? Eye : EyeOff
  return (
    <Field label={label} required={required} error={error} hint={hint}>
      {(ids) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...ids}
            type={shown ? 'text' : 'password'}
            aria-required={required || undefined}
            className={`${controlClass(error !== undefined)} pr-11!`}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-3 hover:text-ink"
            aria-label={shown ? '隐藏密码' : '显示密码'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
