import { Languages } from 'lucide-react'
import type { Language } from '#domain/contract/language.ts'
import { chooseLanguage, language, languages } from '#app/texts/page-language.ts'
import { ui } from '#texts/ui'
import { cn } from '../layout/cn.ts'
import { RadioGroup } from './radio-group.tsx'

/** The languages as options, each in its own language. */
export const languageOptions = (Object.entries(languages) as [Language, string][]).map(([value, name]) => ({
  value,
  content: (
    // Above the radio button, so that checks of contrast see its text.
    <span lang={value} className="pointer-events-none relative z-2">
      {name}
    </span>
  ),
}))

/** Chooses this device's language on pages without a session. */
export function LanguageSelect({ className }: { className?: string }) {
  return (
    <div className={cn('text-muted flex items-center gap-1', className)}>
      <Languages aria-hidden className="size-4.5" />
      <RadioGroup
        label={ui.language}
        value={language}
        onValueChange={chooseLanguage}
        isManual
        options={languageOptions}
        className="flex flex-wrap"
        optionClassName="touch hover:text-ink data-checked:text-ink flex items-center rounded-control px-2 font-semibold data-checked:underline data-checked:decoration-2 data-checked:underline-offset-4"
      />
    </div>
  )
}
