import { ChevronDown, Languages } from 'lucide-react'
import { chooseLanguage, isLanguage, language, languages } from '#app/texts/page-language.ts'
import { ui } from '#texts/ui'
import { cn } from '../layout/cn.ts'

/** Chooses this device's language on pages without a session, with the browser's own list. */
export function LanguageSelect({ className }: { className?: string }) {
  return (
    <label
      className={cn('text-muted hover:text-ink relative inline-flex items-center text-sm font-semibold', className)}
    >
      <span className="sr-only">{ui.language}</span>
      <Languages aria-hidden className="pointer-events-none absolute left-2.5 size-4.5" />
      <select
        defaultValue={language}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && chooseLanguage(value)}
        className="touch cursor-pointer appearance-none text-base rounded-control bg-transparent pr-8 pl-9"
      >
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag} className="bg-panel text-ink">
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-4.5" />
    </label>
  )
}
