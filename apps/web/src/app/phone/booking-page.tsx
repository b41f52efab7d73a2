import { OwnStep } from './own-step.tsx';
import { Heading } from './parts.tsx';
import css from './phone.module.css';
import { T } from './phone-texts.ts';
import { PlacesStep } from './places-step.tsx';
import { ServicesStep } from './services-step.tsx';
import { DoneStep, SummaryStep } from './summary-step.tsx';
import { useSteps, type Step } from './use-steps.ts';

interface ViewsProps {
  readonly shown: 'services' | 'own';
  readonly onShow: (step: Step) => void;
}

const views = ['services', 'own'] as const;

function Views({ shown, onShow }: ViewsProps) {
  return (
    <nav className={css['views']} aria-label={T('views')}>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === shown ? 'page' : undefined}
          onClick={() => onShow({ name })}
        >
          {T(name)}
        </button>
      ))}
    </nav>
  );
}

function StepOf({ step, go, begin, back }: ReturnType<typeof useSteps>) {
  if (step.name === 'places')
    return (
      <PlacesStep
        service={step.service}
        onBack={back}
        onPick={(place) => go({ name: 'summary', service: step.service, place })}
      />
    );
  if (step.name === 'summary')
    return (
      <SummaryStep
        service={step.service}
        place={step.place}
        onBack={back}
        onBooked={(status) => begin({ ...step, name: 'done', status })}
      />
    );
  if (step.name === 'done') return <DoneStep {...step} onOwn={() => begin({ name: 'own' })} />;
  return (
    <main>
      <Heading>{T('title')}</Heading>
      <Views shown={step.name} onShow={begin} />
      {step.name === 'services' ? <ServicesStep onPick={(service) => go({ name: 'places', service })} /> : <OwnStep />}
    </main>
  );
}

export function BookingPage() {
  const steps = useSteps();
  return (
    <div className={css['page']}>
      <StepOf key={steps.step.name} {...steps} />
    </div>
  );
}
