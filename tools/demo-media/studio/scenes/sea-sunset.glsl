const float HORIZON = .42;

vec3 sky(vec2 p, vec2 sun, float low) {
  float y = clamp((p.y - HORIZON) / (1. - HORIZON), 0., 1.);
  vec3 c = mix(mix(vec3(1., .70, .36), vec3(.98, .46, .24), low), vec3(.80, .36, .38), smoothstep(0., .32, y));
  c = mix(c, mix(vec3(.40, .30, .50), vec3(.26, .16, .36), low), smoothstep(.22, .62, y));
  c = mix(c, mix(vec3(.17, .20, .42), vec3(.09, .08, .24), low), smoothstep(.5, 1.05, y));
  float d = length((p - sun) * vec2(1., 1.12));
  c += vec3(1., .55, .22) * .55 * exp(-d * 3.6) + vec3(1., .72, .42) * .5 * exp(-d * 9.);
  return c;
}

vec3 clouds(vec3 c, vec2 p, vec2 sun) {
  float h = (p.y - HORIZON);
  vec2 q = vec2(p.x * .9 - time * .006, h * 5.2) / (.35 + h * .55);
  float f = fbm(q + vec2(4., 0.), 5);
  float band = smoothstep(.03, .2, h) * smoothstep(.62, .3, h);
  float cover = smoothstep(.47, .74, f) * band;
  float lit = smoothstep(.62, .45, fbm(q + vec2(4., -.22), 4));
  vec3 glow = mix(vec3(.46, .22, .36), vec3(1., .62, .36), lit * exp(-length(p - sun) * 1.1) * 1.3);
  return mix(c, glow, cover * .72);
}

float swell(vec2 q) {
  float t = time, h = 0.;
  h += sin(q.y * 1.3 + q.x * .35 + t * 1.0) * .5;
  h += sin(q.y * 2.3 - q.x * .6 + t * 1.45) * .32;
  h += (noise(q * vec2(.55, 1.7) + vec2(t * .16, t * .55)) - .5) * 1.6;
  h += (noise(q * vec2(1.3, 3.6) + vec2(-t * .22, t * .8)) - .5) * .7;
  return h;
}

vec3 sea(vec2 p, vec2 sun, float low) {
  float d = HORIZON - p.y, z = .34 / (d + .012);
  vec2 q = vec2(p.x * z * 1.9, z * 3.2);
  float e = .05 + .012 * z, near = smoothstep(0., .16, d);
  float slope = (swell(q + vec2(0., e)) - swell(q)) / e;
  float side = (swell(q + vec2(e, 0.)) - swell(q)) / e;
  float tilt = slope * mix(.014, .085, near);
  vec3 mirror = sky(vec2(p.x + side * .02, HORIZON + d * .95 + abs(tilt) * 1.5 + .01), sun, low);
  vec3 deep = mix(vec3(.10, .13, .26), vec3(.06, .05, .15), low);
  float fresnel = clamp(.86 - d * 1.35 - tilt * 2.2, .10, .95);
  vec3 c = mix(deep, mirror * vec3(.92, .86, .92), fresnel);
  float width = .035 + d * .30;
  float path = exp(-pow((p.x - sun.x + side * .012) / width, 2.));
  float glint = smoothstep(.05, .55, slope * mix(.9, .55, near) + .20);
  float strength = mix(1., .72, smoothstep(.0, .4, d)) * smoothstep(-.16, .0, sun.y - HORIZON);
  return c + vec3(1., .68, .36) * path * glint * strength * .85;
}

// A small sailing boat, drawn in its own unit square, that crosses the picture.
vec2 boat(vec2 p) {
  float s = .062, roll = sin(time * .9) * .035;
  vec2 q = (p - vec2(-.62 + time * .0085, HORIZON - .012 + sin(time * 1.1) * .0012)) / s;
  q = mat2(cos(roll), -sin(roll), sin(roll), cos(roll)) * q;
  float px = .03;
  float hull = smoothstep(px, -px, max(abs(q.x) - .42 - q.y * .55, max(-q.y, q.y - .15)));
  float main_ = smoothstep(px, -px, max(max(-q.x + .02, q.x - .40 * (1. - (q.y - .2) / 1.25)), .2 - q.y));
  float jib = smoothstep(px, -px, max(max(q.x + .04, -q.x - .30 * (1. - (q.y - .22) / .95)), .22 - q.y));
  float mast = smoothstep(px, -px, max(abs(q.x + .01) - .018, max(-q.y, q.y - 1.5)));
  return vec2(max(hull, mast), max(main_, jib));
}

vec3 scene(vec2 p) {
  float low = smoothstep(0., 1., time / seconds);
  vec2 sun = vec2(.24, HORIZON + mix(.235, -.005, time / seconds));
  vec3 c;
  if (p.y > HORIZON) {
    c = clouds(sky(p, sun, low), p, sun);
    float disc = smoothstep(.0722, .0700, length(p - sun));
    c = mix(c, mix(vec3(1., .95, .80), vec3(1., .80, .52), smoothstep(sun.y + .05, sun.y - .08, p.y)), disc);
    float isle = HORIZON + .05 * smoothstep(-.25, -.95, p.x) * (.55 + .75 * fbm(vec2(p.x * 5., 2.), 3));
    c = mix(c, mix(vec3(.50, .26, .36), vec3(.26, .13, .27), low), smoothstep(.0015, -.0015, p.y - isle));
  } else {
    c = sea(p, sun, low);
  }
  c = mix(c, mix(vec3(.95, .55, .38), vec3(.55, .26, .30), low), .35 * exp(-abs(p.y - HORIZON) * 60.));
  vec2 b = boat(p);
  c = mix(c, mix(vec3(1., .93, .84), vec3(.86, .58, .52), low), b.y);
  return mix(c, vec3(.16, .09, .17), b.x);
}
