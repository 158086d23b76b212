mat2 turn(float a) { return mat2(cos(a), -sin(a), sin(a), cos(a)); }

float meteor(vec2 p, float start, vec2 from, vec2 dir) {
  float t = (time - start) / .9;
  if (t < 0. || t > 1.) return 0.;
  dir = normalize(dir);
  vec2 q = p - from - dir * t * .55;
  float along = dot(q, -dir), off = length(q + dir * along);
  float tail = smoothstep(.26, 0., along) * smoothstep(-.004, .004, along);
  return tail * exp(-off * off * 3.2e5) * sin(t * 3.1416) * 1.5;
}

float ridge(float x, float base, float rise, float scale, float seed) {
  return base + rise * fbm(vec2(x * scale + seed, seed * 1.7), 5);
}

vec3 sky(vec2 p) {
  // The sky turns around a pole, about a quarter of a degree a second.
  vec2 q = turn(-time * .0042) * (p - vec2(.42, .62));
  vec3 c = mix(vec3(.15, .13, .30), vec3(.020, .028, .095), smoothstep(.12, .85, p.y));
  c = mix(c, vec3(.46, .26, .34), .55 * exp(-max(p.y - .16, 0.) * 7.));

  vec2 b = turn(.92) * q;
  float across = b.y + .10 + (noise(vec2(b.x * 1.6, 3.)) - .5) * .16;
  float dust = fbm(b * vec2(2.6, 4.2) + 11., 5), rift = fbm(b * vec2(3.2, 6.5) + 31., 5);
  float band = exp(-across * across * 26.) * (.35 + 1.05 * dust);
  float core = exp(-across * across * 120.) * smoothstep(.9, -.3, b.x + .3);
  float dark = smoothstep(.42, .66, rift) * exp(-across * across * 90.);
  float clear = smoothstep(.16, .5, p.y);
  c += clear * band * mix(vec3(.30, .28, .52), vec3(.58, .40, .52), dust) * .82;
  c += clear * core * vec3(.62, .46, .40) * .55;
  c *= 1. - dark * .50 * clear;

  float rich = .35 + 1.4 * band;
  float shine = .8 + .2 * sin(time * 1.1 + hash(floor(q * 26.)) * 50.);
  c += vec3(.80, .86, 1.) * stars(q * 52., .34 * rich, .070) * .75 * clear;
  c += vec3(.92, .94, 1.) * stars(q * 26. + 60., .34, .045) * shine * clear;
  vec3 tint = mix(vec3(1., .82, .66), vec3(.74, .84, 1.), hash(floor(q * 9. + 20.)));
  c += tint * (stars(q * 9. + 20., .45, .022) * 1.3 + stars(q * 9. + 20., .45, .07) * .14) * shine * clear;

  c += vec3(1., .96, .9) * (meteor(p, 9., vec2(-.55, .93), vec2(1., -.42)) + meteor(p, 26., vec2(.66, .95), vec2(-1., -.5))
     + meteor(p, 41., vec2(-.1, .98), vec2(1., -.6)) + meteor(p, 57., vec2(.15, .9), vec2(-1., -.32)));
  return c;
}

vec3 scene(vec2 p) {
  float far = ridge(p.x, .10, .20, 1.7, 2.), mid = ridge(p.x, .04, .20, 2.6, 7.);
  vec3 c = p.y > far - .003 ? sky(p) : vec3(0.);
  vec3 farTone = mix(vec3(.17, .12, .23), vec3(.09, .075, .18), smoothstep(.1, .3, p.y));
  c = mix(c, farTone, smoothstep(.0018, -.0018, p.y - far));
  float mist = fbm(vec2(p.x * 2. - time * .018, p.y * 9.), 4);
  c = mix(c, vec3(.26, .19, .30), .6 * smoothstep(.35, .8, mist) * exp(-abs(p.y - .13) * 22.));
  c = mix(c, vec3(.045, .040, .095), smoothstep(.0018, -.0018, p.y - mid));
  float hill = .05 + .075 * smoothstep(.9, -.2, abs(p.x + .45)) + .012 * noise(vec2(p.x * 6., 1.));
  // A tent with a lamp in it, on the hill at the left.
  vec2 t = (p - vec2(-.40, hill - .006)) / .060;
  float tent = smoothstep(.04, -.04, max(abs(t.x) * .82 + t.y * .95 - .80, -t.y));
  float lamp = .90 + .06 * sin(time * 2.1) + .04 * sin(time * 5.3);
  c += vec3(1., .52, .18) * lamp * .34 * exp(-length((t - vec2(0., .3)) * vec2(.5, .7)) * 1.3);
  c = mix(c, vec3(.010, .010, .028), pines(p, hill, .052, .15 * smoothstep(.22, .5, abs(p.x + .40)) , 5.));
  vec3 cloth = mix(vec3(1., .66, .28), vec3(.86, .34, .12), clamp(t.y * .9 + abs(t.x) * .45, 0., 1.)) * lamp;
  return mix(c, cloth, tent);
}
