import { describe, expect, it } from 'vitest';
import people from '#sandbox/names/people.json' with { type: 'json' };
import places from '#sandbox/names/places.json' with { type: 'json' };
import { instantAt } from '#sandbox/padel-service/world/schedule/days.ts';

/** Well-known players, and a few other people whose names the lists could almost produce. */
const REAL =
  `Arturo Coello, Agustín Tapia, Alejandro Galán, Federico Chingotto, Juan Lebrón, Paquito
  Navarro, Martín Di Nenno, Franco Stupaczuk, Fernando Belasteguín, Miguel Yanguas, Jon Sanz, Coki
  Nieto, Javier Garrido, Jerónimo González, Leo Augsburger, Valentino Libaak, Eduardo Alonso, Juan
  Tello, Pablo Cardona, Javier Leal, Maximiliano Arce, Teo Zapata, Víctor Mena, Ramiro Pereyra, Gemma
  Triay, Delfina Brea, Ariana Sánchez, Paula Josemaría, Beatriz González, Claudia Fernández, Andrea
  Ustero, Sofía Araújo, Tamara Icardo, Claudia Jensen, Marta Ortega, Martina Calvo, Alejandra
  Salazar, Virginia Riera, Carmen Goenaga, Lucía Sainz, Patricia Llaguno, Alba Gallardo, Jimena
  Velasco, Julia Polo, Raquel Segura, Marcos Llorente, Carlos Soler, Víctor Valdés, Thiago Almada,
  Irene Montero, Lorenzo Pellegrini, Carlos Moya, Nicolás Almagro`
    .split(',')
    .map((name) => name.trim().replaceAll(/\s+/g, ' '));

describe('the lists of invented names', () => {
  it.each(REAL)('cannot produce %s', (name) => {
    const [first = '', ...rest] = name.split(' ');
    const surname = rest.join(' ');
    for (const { men, women, surnames } of Object.values(people)) {
      expect([...men, ...women].includes(first) && surnames.includes(surname)).toBe(false);
    }
  });

  it('contain no name twice', () => {
    for (const pool of Object.values(people)) {
      for (const list of Object.values(pool)) expect(new Set(list).size).toBe(list.length);
    }
  });
});

describe('the places', () => {
  it('have a time zone that the runtime knows, and five courts', () => {
    for (const { timezone, courts, country } of places) {
      expect(instantAt(20_000, 600, timezone)).toBeGreaterThan(0);
      expect(new Set(courts).size).toBe(5);
      expect(country).toMatch(/^[A-Z]{2}$/);
    }
  });

  it.each([
    ['Europe/Madrid', '2026-07-01', '2026-07-01T08:00:00.000Z'],
    ['Europe/Madrid', '2026-12-01', '2026-12-01T09:00:00.000Z'],
    ['America/Mexico_City', '2026-07-01', '2026-07-01T16:00:00.000Z'],
    ['Asia/Qatar', '2026-07-01', '2026-07-01T07:00:00.000Z'],
    ['Europe/London', '2026-12-01', '2026-12-01T10:00:00.000Z'],
  ])('have 10 o’clock in %s on %s at %s', (timezone, date, expected) => {
    const day = Date.parse(date) / 86_400_000;
    expect(new Date(instantAt(day, 600, timezone)).toISOString()).toBe(expected);
  });
});
