import type { Skill } from '#domain/games/practice.ts'

const looks: Record<Skill, string> = { new: 'text-edge', growing: 'text-coral-ink', sure: 'text-leaf-ink' }

/** A circle that fills as a skill grows: empty, half, full with a tick. */
export function SkillMark({ skill }: { skill: Skill }) {
  return (
    <svg viewBox="0 0 20 20" fill="none" aria-hidden className={`size-4 shrink-0 ${looks[skill]}`}>
      <circle
        cx="10"
        cy="10"
        r="8"
        stroke="currentColor"
        strokeWidth="2.5"
        fill={skill === 'sure' ? 'currentColor' : 'none'}
      />
      {skill === 'growing' && <path d="M10 2a8 8 0 0 1 0 16Z" fill="currentColor" />}
      {skill === 'sure' && (
        <path
          d="m6 10.5 2.8 2.8L14 7.5"
          stroke="var(--panel)"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
